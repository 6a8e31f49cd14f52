/// Who is in a class: a table of our own, or the gradebook that a platform exports.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "class/csv.h"

namespace gridlock {

/// Somebody in the roster; what it does not say is "".
struct Person {
  std::string id, name, email, group;
  std::vector<std::string> logins{};  ///< Other names that the platform knows.
  std::size_t row = 0;                ///< In Roster::rows.
};

/// A roster, with the table that it was read from.
struct Roster {
  enum class Kind {
    plain,      ///< id, name, e-mail, group.
    canvas,     ///< Canvas's gradebook.
    moodle,     ///< Moodle's gradebook.
    worksheet,  ///< The grading worksheet of one assignment in Moodle.
  };
  Kind kind = Kind::plain;
  std::vector<std::string> header{};
  std::vector<CsvRow> rows{};  ///< Without the header.
  std::vector<Person> people{};

  /// Where the column with this heading is; header.size() if there is none.
  std::size_t column(std::string_view heading) const;
  /// The one person who hands in under this name of the class: by the number of the
  /// platform that it ends with, by id, login or e-mail, or by the person's name.  Null
  /// if nobody fits, or if several do.
  const Person* find(const std::string& student) const;
};

/// The roster in the folder of a class.
std::filesystem::path roster_path(const std::filesystem::path& folder);

/// \throws UsageError if the file cannot be read, or has no column that tells people
/// apart
Roster read_roster(const std::filesystem::path& file);

/// The people of the roster who are none of these students, and the students who are
/// nobody in it, each in a sentence that the instructor should see.
std::vector<std::string> compare_with_roster(const Roster& roster,
                                             const std::vector<std::string>& students);

}  // namespace gridlock
