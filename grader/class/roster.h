/// The people of a class: a table of our own, or the gradebook that a platform exports.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "class/csv.h"

namespace gridlock {

/// A person in the roster; missing entries are "".
struct Person {
  std::string id, name, email, group;
  std::vector<std::string> logins{};  ///< The person's other names on the platform.
  std::size_t row = 0;                ///< Index into Roster::rows.
};

/// A roster, with the table that it was read from.
struct Roster {
  enum class Kind {
    plain,      ///< A table id, name, e-mail, group.
    canvas,     ///< Canvas's gradebook.
    moodle,     ///< Moodle's gradebook.
    worksheet,  ///< The grading worksheet of one assignment in Moodle.
  };
  /// What a column holds.
  enum class Field {
    id,
    name,
    last_name,
    first_name,
    email,
    group,
    login,
    grade,
    most,    ///< The maximum of the grade.
    handed,  ///< When the work was handed in.
    other
  };
  Kind kind = Kind::plain;
  bool is_windows_1252 = false;  ///< See Table.
  std::vector<std::string> header{};
  std::vector<CsvRow> rows{};  ///< Without the header.
  std::vector<Person> people{};

  /// Index of the column with this heading; header.size() if there is none.
  std::size_t column(std::string_view heading) const;
  /// Index of the first column for this field, in any language that is known;
  /// header.size() if there is none.
  std::size_t column(Field field) const;
  /// Whether the roster says when people handed in, as a worksheet of Moodle does.
  bool has_times() const { return column(Field::handed) < header.size(); }
  /// When the person of this row handed in, by a worksheet of Moodle; nothing if the
  /// row has no time.  The time is read in this process's time zone.
  std::optional<std::int64_t> time_handed_in(std::size_t row) const;
  /// The text of that time if its form is unknown; else "".
  std::string unread_time(std::size_t row) const;
  /// Indices of the columns that the platform needs to find a person.  For a worksheet,
  /// all columns: Moodle refuses a worksheet without its identifiers, its grades or the
  /// times of their change.
  std::vector<std::size_t> needed_columns() const;
  /// The one person to whom `student`, a name in the class, belongs: by the platform's
  /// number at the end of the name, by id, login or e-mail, or by the person's name.
  /// Null if nobody fits, or if several do.
  const Person* find(const std::string& student) const;
};

std::filesystem::path roster_path(const std::filesystem::path& folder);

/// \throws UsageError if the file cannot be read, or has no column that tells people
/// apart
Roster read_roster(const std::filesystem::path& file);

/// Why the roster may not tell what is late, each in a sentence for the instructor: times
/// in a form that is not known, and rows with another number of cells than the heading.
std::vector<std::string> doubts_about(const Roster& roster);

/// Sentences for the instructor: which people of the roster have no submission, which
/// students the roster does not know, and which names are doubtful.
std::vector<std::string> compare_with_roster(const Roster& roster,
                                             const std::vector<std::string>& students);

}  // namespace gridlock
