#include "class/roster.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <set>
#include <system_error>

#include "checker/lab/labs.h"
#include "class/names.h"
#include "common/files.h"
#include "common/pattern.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

using Field = Roster::Field;

/// Headings in lower case, what their column holds, and whether a platform needs the
/// column to find the person when it imports grades.
struct Headings {
  Field field;
  bool is_needed;
  std::array<std::string_view, 8> texts;
};

/// If several columns are for one field, the first in this order counts.  Moodle's
/// headings are in the language of the person who exports: here in English, German,
/// French and Spanish, from its language packs.  Canvas's are English everywhere.
constexpr std::array<Headings, 20> kHeadings{
    {{Field::id, true, {"identifier", "identifiant", "identificador", "id"}},
     {Field::id, false, {"student id", "sid"}},
     {Field::id,
      true,
      {"id number", "id-nummer", "numéro d’identification", "número de id"}},
     {Field::name, true, {"student"}},
     {Field::name, false, {"name", "full name", "vollständiger name", "nom complet"}},
     {Field::name, false, {"nombre completo"}},
     {Field::last_name, true, {"last name", "lastname", "surname", "nachname"}},
     {Field::last_name, true, {"family name", "nom de famille", "nom", "apellido(s)"}},
     {Field::first_name, true, {"first name", "firstname", "given name", "vorname"}},
     {Field::first_name, true, {"prénom", "nombre"}},
     {Field::email, false, {"email", "e-mail", "mail"}},
     {Field::email,
      true,
      {"email address", "e-mail-adresse", "adresse de courriel", "dirección de correo"}},
     {Field::group, true, {"section"}},
     {Field::group,
      false,
      {"group", "groups", "gruppe", "gruppen", "groupe", "groupes", "grupo", "grupos"}},
     {Field::login, true, {"sis login id", "sis user id"}},
     {Field::other, true, {"integration id", "root account"}},
     {Field::login,
      false,
      {"login", "username", "anmeldename", "nom d’utilisateur", "nombre de usuario",
       "github"}},
     {Field::grade, false, {"grade", "bewertung", "note", "calificación"}},
     {Field::most,
      false,
      {"maximum grade", "bestwertung", "note maximale", "calificación máxima"}},
     {Field::handed,
      false,
      {"last modified (submission)", "zuletzt geändert (abgabe)",
       "dernière modification (travail remis)", "Última modificación (entrega)"}}}};

/// The beginnings of the months' names in the languages of kHeadings.
constexpr std::array<std::array<std::string_view, 4>, 12> kMonths{
    {{"jan", "jän", "ene"},
     {"feb", "fév", "fev"},
     {"mar", "mär", "mrz"},
     {"apr", "avr", "abr"},
     {"may", "mai"},
     {"jun", "juin"},
     {"jul", "juil"},
     {"aug", "aoû", "ago"},
     {"sep"},
     {"oct", "okt"},
     {"nov"},
     {"dec", "dez", "déc", "dic"}}};

/// Reads a time as Moodle writes it, as "Sunday, 29 November 2026, 11:30 PM" or "domingo,
/// 29 de noviembre de 2026, 23:30".
std::optional<std::int64_t> moodle_time(const std::string& cell) {
  static const Pattern kTime(R"(\b(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?)");
  static const Pattern kDay(R"(\b(\d{1,2})\b)"), kYear(R"(\b(\d{4})\b)");
  static const Pattern kWord(R"([^\s\d,.:]+)");
  const std::string text = lower(cell);
  const auto times = kTime.matches_in(text), days = kDay.matches_in(text);
  const auto years = kYear.matches_in(text);
  std::tm parts{};
  parts.tm_mon = -1;
  for (const auto& word : kWord.matches_in(text))
    for (std::size_t month = 0; month < kMonths.size(); ++month)
      for (const std::string_view begin : kMonths[month])
        if (!begin.empty() && word[0].starts_with(begin) && word[0] != "mardi" &&
            word[0] != "martes")  // Weekdays.
          parts.tm_mon = static_cast<int>(month);
  if (times.empty() || days.empty() || years.empty() || parts.tm_mon < 0)
    return std::nullopt;
  const auto& time = times.back();
  parts.tm_year = std::stoi(years.front()[1]) - 1900;
  parts.tm_mday = std::stoi(days.front()[1]);
  parts.tm_hour = std::stoi(time[1]);
  if (!time[3].empty()) parts.tm_hour = parts.tm_hour % 12 + (time[3] == "pm" ? 12 : 0);
  parts.tm_min = std::stoi(time[2]);
  parts.tm_isdst = -1;
  return std::mktime(&parts);
}

/// The entry of the table that has this heading; null if none has.
const Headings* headings_with(const std::string& heading) {
  const std::string text = lower(heading);
  const auto found = std::ranges::find_if(kHeadings, [&](const Headings& one) {
    return !text.empty() && std::ranges::find(one.texts, text) != one.texts.end();
  });
  return found == kHeadings.end() ? nullptr : &*found;
}

/// The row's cells that belong to this field and are not empty, in the order of
/// kHeadings.
std::vector<std::string> cells_of(const Roster& roster, std::size_t row, Field field) {
  const std::vector<std::string>& cells = roster.rows[row].cells;
  std::vector<std::string> found;
  for (const Headings& one : kHeadings)
    for (const std::string_view text : one.texts)
      if (const std::size_t at = roster.column(text);
          one.field == field && !text.empty() && at < cells.size() && !cells[at].empty())
        found.push_back(cells[at]);
  return found;
}

/// The name in the form in which it is compared: lower case without blanks and
/// punctuation.
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : lower(composed(std::string(name))))
    if ((is_in_name(c) && c != '_') || static_cast<unsigned char>(c) >= 0x80) plain += c;
  return plain;
}

/// Both spellings, "Last, First" and "First Last", as plain_name() writes them.
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

/// Whether the text is `name` or ends with it, as names of repositories and names with
/// ids do.
bool is_called(const std::string& text, const std::string& name) {
  const std::string a = lower(composed(text)), b = lower(composed(name));
  return !b.empty() && (a == b || a.ends_with("-" + b) ||
                        (a.ends_with("_" + b) && platform_number(a).empty()));
}

bool has_id(const Person& person, const std::string& student) {
  if (is_called(student, person.id) || is_called(student, person.email)) return true;
  if (is_called(student, person.email.substr(0, person.email.find('@')))) return true;
  return std::ranges::any_of(
      person.logins, [&](const std::string& login) { return is_called(student, login); });
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

Roster::Kind kind_of(const Roster& roster) {
  const auto has = [&](Field field) {
    return roster.column(field) < roster.header.size();
  };
  if ((roster.column("student") == 0 && roster.column("id") == 1) ||
      (roster.column("lastname") == 0 && roster.column("id") == 2))
    return Roster::Kind::canvas;
  if (has(Field::grade) && has(Field::most)) return Roster::Kind::worksheet;
  const bool is_moodle =
      std::ranges::any_of(roster.header, [](const std::string& heading) {
        const Headings* const known = headings_with(heading);
        return known && known->field == Field::email && known->is_needed;
      });
  return is_moodle ? Roster::Kind::moodle : Roster::Kind::plain;
}

/// Reads a row.  Keeps only the number of a worksheet's id.
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

/// Whether a row of Canvas's gradebook is about no person.
bool is_nobody(const Person& person) {
  return (person.id.empty() && person.name.empty() && person.email.empty()) ||
         person.name == "Points Possible" || person.name == "Student, Test" ||
         person.name == "Test Student";
}

}  // namespace

std::size_t Roster::column(std::string_view heading) const {
  return static_cast<std::size_t>(std::ranges::find(header, heading, lower) -
                                  header.begin());
}

std::size_t Roster::column(Field field) const {
  const auto is_this = [&](const std::string& heading) {
    const Headings* const known = headings_with(heading);
    return known && known->field == field;
  };
  return static_cast<std::size_t>(std::ranges::find_if(header, is_this) - header.begin());
}

std::optional<std::int64_t> Roster::time_handed_in(std::size_t row) const {
  const std::vector<std::string> cells = cells_of(*this, row, Field::handed);
  return cells.empty() ? std::nullopt : moodle_time(cells.front());
}

std::string Roster::unread_time(std::size_t row) const {
  const std::vector<std::string> cells = cells_of(*this, row, Field::handed);
  if (cells.empty() || cells.front() == "-" || moodle_time(cells.front())) return "";
  return cells.front();
}

std::vector<std::size_t> Roster::needed_columns() const {
  std::vector<std::size_t> columns;
  for (std::size_t at = 0; at < header.size(); ++at) {
    const Headings* const known = headings_with(header[at]);
    if (kind == Kind::worksheet || (known && known->is_needed)) columns.push_back(at);
  }
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
  Table table;
  try {
    table = read_table(file);
  } catch (const std::system_error& error) {
    throw UsageError(fmt::format("The roster cannot be read: {}", error.what()));
  }
  Roster roster;
  roster.rows = std::move(table.rows);
  roster.is_windows_1252 = table.is_windows_1252;
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
        "email, group, or those of a gradebook that Canvas or Moodle exports.  It has {}.",
        file.string(), fmt::join(roster.header, ", ")));
  return roster;
}

std::vector<std::string> doubts_about(const Roster& roster) {
  std::vector<std::string> unread, lines, doubts;
  std::string example;
  for (const Person& person : roster.people)
    if (std::string time = roster.unread_time(person.row); !time.empty()) {
      unread.push_back(sanitize_text(person.name.empty() ? person.id : person.name));
      if (example.empty())
        example = fmt::format("\"{}\" in line {}", sanitize_text(time),
                              roster.rows[person.row].line);
    }
  const std::size_t handed = roster.column(Field::handed);
  for (const CsvRow& row : roster.rows) {
    const std::size_t most = std::min(roster.header.size(), row.cells.size());
    const bool is_longer =
        std::any_of(row.cells.begin() + static_cast<std::ptrdiff_t>(most),
                    row.cells.end(), [](const auto& cell) { return !cell.empty(); });
    const bool lacks_time = roster.has_times() && handed >= row.cells.size();
    if (is_longer || lacks_time) lines.push_back(std::to_string(row.line));
  }
  if (!unread.empty())
    doubts.push_back(fmt::format(
        "LATE OR NOT?  For {} the roster's time cannot be read, so none of them is late by "
        "it: {}.  The first is {}; Moodle writes \"Sunday, 29 November 2026, 11:30 PM\".",
        counted(unread.size(), "person", "people"), fmt::join(unread, "; "), example));
  if (!lines.empty())
    doubts.push_back(fmt::format(
        "LATE OR NOT?  Rows of the roster have another number of cells than its heading, so "
        "their cells may be under wrong headings: in line {}.  A cell with a comma stands "
        "in \"quotes\".",
        fmt::join(lines, ", ")));
  return doubts;
}

std::vector<std::string> compare_with_roster(const Roster& roster,
                                             const std::vector<std::string>& students) {
  std::set<std::size_t> seen;
  std::vector<std::string> lines, unknown, missing;
  if (roster.is_windows_1252)
    lines.push_back(
        "The roster is in no form of Unicode, so it is read as Windows-1252, which Excel "
        "writes in Western Europe.  If a name in it looks wrong, save it as \"CSV UTF-8\".");
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
