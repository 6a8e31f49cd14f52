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

/// The headings under which a column may hold the same.
constexpr std::array<std::string_view, 5> kIds{"id", "student id", "id number", "sid",
                                               "identifier"};
constexpr std::array<std::string_view, 3> kNames{"name", "student", "full name"};
constexpr std::array<std::string_view, 3> kLastNames{"last name", "surname",
                                                     "family name"};
constexpr std::array<std::string_view, 2> kFirstNames{"first name", "given name"};
constexpr std::array<std::string_view, 4> kEmails{"email", "e-mail", "email address",
                                                  "mail"};
constexpr std::array<std::string_view, 3> kGroups{"group", "groups", "section"};
constexpr std::array<std::string_view, 5> kLogins{"login", "username", "sis login id",
                                                  "sis user id", "github"};

/// The name as it is compared: neither upper case, blanks nor punctuation.
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : lower(name))
    if ((is_in_name(c) && c != '_') || static_cast<unsigned char>(c) >= 0x80) plain += c;
  return plain;
}

/// "Last, First" and "First Last" as both may be written.
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

/// Reads a row; a person without an id, a name and an e-mail is none.
Person person_in(const Roster& roster, std::size_t row) {
  const std::vector<std::string>& cells = roster.rows[row].cells;
  const auto first_of = [&](const auto& headings) -> std::string {
    for (const std::string_view heading : headings)
      if (const std::size_t at = roster.column(heading);
          at < cells.size() && !cells[at].empty())
        return cells[at];
    return "";
  };
  Person person{first_of(kIds), first_of(kNames), first_of(kEmails), first_of(kGroups)};
  person.row = row;
  if (person.name.empty())
    person.name = trim(first_of(kFirstNames) + " " + first_of(kLastNames));
  static const Pattern kParticipant(R"(\D*(\d+))");  // Of a worksheet.
  if (roster.kind == Roster::Kind::worksheet)
    if (const auto groups = kParticipant.match(person.id); !groups.empty())
      person.id = groups[1];
  for (const std::string_view heading : kLogins)
    if (const std::size_t at = roster.column(heading);
        at < cells.size() && !cells[at].empty())
      person.logins.push_back(cells[at]);
  for (const std::string& login : person.logins)
    if (person.email.empty() && contains(login, "@")) person.email = login;
  return person;
}

/// Rows of Canvas's gradebook that are nobody's.
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

const Person* Roster::find(const std::string& student) const {
  const std::string number = platform_number(student);
  // Moodle's gradebook does not have the number of its archives.
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
