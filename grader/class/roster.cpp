#include "class/roster.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <system_error>

#include "checker/lab/labs.h"
#include "common/files.h"
#include "common/pattern.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

enum class Field { id, name, last_name, first_name, email, group, login, other };

/// A heading in lower case, what its column holds, and whether a platform needs the
/// column to find the person when it imports grades.
struct Heading {
  std::string_view text;
  Field field;
  bool is_needed = false;
};

constexpr std::array<Heading, 30> kHeadings{
    {{"id", Field::id, true},
     {"student id", Field::id},
     {"id number", Field::id, true},
     {"sid", Field::id},
     {"identifier", Field::id, true},
     {"name", Field::name},
     {"student", Field::name, true},
     {"full name", Field::name, true},
     {"last name", Field::last_name, true},
     {"surname", Field::last_name, true},
     {"family name", Field::last_name},
     {"first name", Field::first_name, true},
     {"given name", Field::first_name},
     {"email", Field::email},
     {"e-mail", Field::email},
     {"email address", Field::email, true},
     {"mail", Field::email},
     {"group", Field::group},
     {"groups", Field::group},
     {"section", Field::group, true},
     {"login", Field::login},
     {"username", Field::login},
     {"sis login id", Field::login, true},
     {"sis user id", Field::login, true},
     {"github", Field::login},
     {"integration id", Field::other, true},
     {"root account", Field::other, true},
     {"status", Field::other, true},
     {"maximum grade", Field::other, true},
     {"grade can be changed", Field::other, true}}};

/// The row's cells in the columns of this field that are not empty.
std::vector<std::string> cells_of(const Roster& roster, std::size_t row, Field field) {
  const std::vector<std::string>& cells = roster.rows[row].cells;
  std::vector<std::string> found;
  for (const Heading& heading : kHeadings)
    if (const std::size_t at = roster.column(heading.text);
        heading.field == field && at < cells.size() && !cells[at].empty())
      found.push_back(cells[at]);
  return found;
}

/// The name in the form in which it is compared: lower case without blanks and
/// punctuation.
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : lower(name))
    if ((is_in_name(c) && c != '_') || static_cast<unsigned char>(c) >= 0x80) plain += c;
  return plain;
}

/// Both spellings, "Last, First" and "First Last".
std::set<std::string> ways_to_write(const std::string& name) {
  std::set<std::string> ways{plain_name(name)};
  std::size_t cut = name.find(',');
  if (cut == name.npos) cut = name.rfind(' ');
  if (cut != name.npos)
    ways.insert(plain_name(name.substr(cut)) + plain_name(name.substr(0, cut)));
  ways.erase("");
  return ways;
}

/// The number that a platform puts behind the name: "1001" of "student-01_1001".
std::string platform_number(const std::string& student) {
  static const Pattern kNumber(R"(.*_(\d{1,18}))");
  const auto groups = kNumber.match(student);
  return groups.empty() ? "" : groups[1];
}

/// Whether the text is the name, or that of a repository that ends with it.
bool is_called(const std::string& text, const std::string& name) {
  const std::string a = lower(text), b = lower(name);
  return !b.empty() && (a == b || a.ends_with("-" + b));
}

bool has_id(const Person& person, const std::string& student) {
  if (is_called(student, person.id) || is_called(student, person.email)) return true;
  if (is_called(student, person.email.substr(0, person.email.find('@')))) return true;
  return std::any_of(person.logins.begin(), person.logins.end(),
                     [&](const std::string& login) { return is_called(student, login); });
}

template <typename Fits>
const Person* only_one(const std::vector<Person>& people, const Fits& fits) {
  const Person* found = nullptr;
  for (const Person& person : people)
    if (fits(person)) {
      if (found) return nullptr;
      found = &person;
    }
  return found;
}

char separator_of(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  const auto count = [&](char c) { return std::count(first.begin(), first.end(), c); };
  return count(';') > count(',') ? ';' : count('\t') > count(',') ? '\t' : ',';
}

Roster::Kind kind_of(const Roster& roster) {
  const auto has = [&](const char* heading) {
    return roster.column(heading) < roster.header.size();
  };
  if (roster.column("student") == 0 && roster.column("id") == 1)
    return Roster::Kind::canvas;
  if (has("identifier") && has("grade")) return Roster::Kind::worksheet;
  if (has("email address")) return Roster::Kind::moodle;
  return Roster::Kind::plain;
}

/// Reads a row; one without an id, a name and an e-mail is skipped.
Person person_in(const Roster& roster, std::size_t row) {
  const auto first = [&](Field field) {
    const std::vector<std::string> cells = cells_of(roster, row, field);
    return cells.empty() ? "" : cells.front();
  };
  Person person{first(Field::id),
                first(Field::name),
                first(Field::email),
                first(Field::group),
                cells_of(roster, row, Field::login),
                row};
  if (person.name.empty())
    person.name = trim(first(Field::first_name) + " " + first(Field::last_name));
  static const Pattern kParticipant(R"(\D*(\d+))");  // The form of a worksheet's ids.
  if (roster.kind == Roster::Kind::worksheet)
    if (const auto groups = kParticipant.match(person.id); !groups.empty())
      person.id = groups[1];
  for (const std::string& login : person.logins)
    if (person.email.empty() && contains(login, "@")) person.email = login;
  return person;
}

/// Rows of Canvas's gradebook that are about no person.
bool is_nobody(const Person& person) {
  return (person.id.empty() && person.name.empty() && person.email.empty()) ||
         person.name == "Points Possible" || person.name == "Student, Test" ||
         person.name == "Test Student";
}

}  // namespace

std::size_t Roster::column(std::string_view heading) const {
  return static_cast<std::size_t>(
      std::find_if(header.begin(), header.end(),
                   [&](const std::string& one) { return lower(one) == heading; }) -
      header.begin());
}

std::vector<std::size_t> Roster::needed_columns() const {
  std::vector<std::size_t> columns;
  for (std::size_t at = 0; at < header.size(); ++at)
    if (std::any_of(kHeadings.begin(), kHeadings.end(), [&](const Heading& heading) {
          return heading.is_needed && heading.text == lower(header[at]);
        }))
      columns.push_back(at);
  return columns;
}

const Person* Roster::find(const std::string& student) const {
  const std::string number = platform_number(student);
  // Moodle's gradebook lacks the number that its archives have.
  const Person* by_number =
      number.empty() || kind == Kind::moodle
          ? nullptr
          : only_one(people, [&](const Person& one) { return one.id == number; });
  if (const Person* by_id =
          only_one(people, [&](const Person& one) { return has_id(one, student); });
      by_id && !by_number)
    return by_id;
  if (kind == Kind::canvas && !number.empty()) return by_number;
  const std::string name =
      plain_name(number.empty() ? student : student.substr(0, student.rfind('_')));
  const Person* by_name = only_one(
      people, [&](const Person& one) { return ways_to_write(one.name).contains(name); });
  if (by_number && by_name && by_number != by_name) return nullptr;
  return by_number ? by_number : by_name;
}

fs::path roster_path(const fs::path& folder) { return folder / "roster.csv"; }

Roster read_roster(const fs::path& file) {
  std::string text;
  try {
    text = read_file(file);
  } catch (const std::system_error& error) {
    throw UsageError(fmt::format("The roster cannot be read: {}", error.what()));
  }
  Roster roster;
  roster.rows = read_csv(text, separator_of(text));
  if (roster.rows.empty())
    throw UsageError(fmt::format("The roster {} is empty.", file.string()));
  roster.header = roster.rows.front().cells;
  roster.rows.erase(roster.rows.begin());
  roster.kind = kind_of(roster);
  for (std::size_t row = 0; row < roster.rows.size(); ++row)
    if (Person person = person_in(roster, row); !is_nobody(person))
      roster.people.push_back(std::move(person));
  if (roster.people.empty())
    throw UsageError(fmt::format(
        "The roster {} names nobody.  Its first line must have headings: id, name, "
        "email, group, or those of a gradebook that Canvas or Moodle exports in English.  "
        "It has {}.",
        file.string(), fmt::join(roster.header, ", ")));
  return roster;
}

std::vector<std::string> compare_with_roster(const Roster& roster,
                                             const std::vector<std::string>& students) {
  std::set<std::size_t> seen;
  std::vector<std::string> lines, unknown, missing;
  for (const std::string& student : students)
    if (const Person* person = roster.find(student); !person)
      unknown.push_back(student);
    else if (!seen.insert(person->row).second)
      lines.push_back(fmt::format("{} handed in under two names, also as {}.",
                                  sanitize_text(person->name), student));
  for (const Person& person : roster.people)
    if (!seen.contains(person.row))
      missing.push_back(sanitize_text(person.name.empty() ? person.id : person.name));
  if (!unknown.empty())
    lines.push_back(fmt::format("Not in the roster ({}): {}.", unknown.size(),
                                fmt::join(unknown, ", ")));
  if (!missing.empty())
    lines.push_back(fmt::format("Handed in nothing ({} of {}): {}.", missing.size(),
                                roster.people.size(), fmt::join(missing, "; ")));
  return lines;
}

}  // namespace gridlock
