#include "class/prepare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <utility>

#include "class/choose_file.h"
#include "class/lock.h"
#include "class/platform_export.h"
#include "common/files.h"
#include "common/hash.h"
#include "common/text.h"

namespace gridlock {
namespace {

constexpr std::array<std::string_view, 4> kHeaders{".h", ".cuh", ".hpp", ".hh"};

bool is_header(const fs::path& path) {
  return std::ranges::find(kHeaders, path.extension().string()) != kHeaders.end();
}

/// Writes the file and the headers beside it into the class's folder, over the remains of
/// an interrupted call.
LabWork take_work(const Handed& handed, const Lab& lab, const fs::path& place) {
  const Choice choice = choose_file(handed.files, lab);
  const HandedFile* const file = choice.file;
  LabWork work{"", sanitize_text(choice.problem)};
  for (const std::string& remark : choice.remarks)
    work.remarks.push_back(sanitize_text(remark));
  if (!file) return work;
  work.file = sanitize_name(file->path);
  // If the platform marks what is late, work without the mark was on time.
  const bool is_on_time = handed.says.marks_late && !handed.says.is_late;
  if (file->time_of != TimeOf::download && !is_on_time) work.time = file->time;
  fs::remove_all(place.parent_path());
  fs::create_directories(place.parent_path());
  Hasher hasher;
  const auto write = [&](const fs::path& name, const std::string& bytes) {
    hasher.add(name.string()).add(bytes);
    write_file_atomic(place.parent_path() / name, bytes);
  };
  write(lab.submission_name, file->bytes);
  const fs::path beside = fs::path(file->path).parent_path();
  std::map<fs::path, const std::string*> headers;  // The hash depends on their order.
  for (const HandedFile& other : handed.files) {
    const fs::path path(other.path);
    if (path.parent_path() == beside && is_header(path) && other.problem.empty())
      headers[path.filename()] = &other.bytes;
  }
  for (const auto& [name, bytes] : headers) write(name, *bytes);
  work.hash = hasher.hex();
  return work;
}

/// Adds a student that the class does not have, as the last one.
const StudentWork& take_student(const Handed& handed, const std::vector<Lab>& labs,
                                const fs::path& folder, Manifest& manifest) {
  StudentWork work;
  work.id = fmt::format("{:04}", manifest.students.size() + 1);
  work.student = sanitize_name(handed.says.student);
  work.handed = sanitize_name(handed.name);
  work.is_late = handed.says.is_late;
  for (const std::string& name : handed.superseded)
    work.superseded.push_back(sanitize_name(name));
  for (const Lab& lab : labs) {
    LabWork& state = work.labs[lab.id];
    state = take_work(handed, lab, work_path(folder, work, lab));
  }
  return manifest.students.emplace_back(std::move(work));
}

/// Notes, once, that a part of what the student handed in does not count.
void note_superseded(StudentWork& work, std::string name) {
  if (name == work.handed) name += " (an earlier copy)";
  auto& known = work.superseded;
  if (std::ranges::find(known, name) == known.end()) known.push_back(std::move(name));
}

/// Whether the added submission is newer than the class's, by the platform's numbers.  If
/// one of the two has no number, the added one is newer.
bool is_later(const Handed& added, const StudentWork& work) {
  const std::uint64_t before = understand_copy(work.handed).attempt;
  return before == 0 || added.says.attempt == 0 || added.says.attempt >= before;
}

/// The student's name, without the platform's id if a platform has named the student.
std::string bare_name(const StudentWork& work) {
  const HandedName says = understand_copy(work.handed);
  const bool is_named_by_platform =
      says.attempt != 0 || !says.file.empty() || !work.handed.starts_with(work.student);
  const std::size_t id = work.student.rfind('_');
  return is_named_by_platform && id != work.student.npos ? work.student.substr(0, id)
                                                         : work.student;
}

/// "_LATE": the ending that makes `name` a copy of the student's name, with or without
/// the platform's id.  "" if there is no such ending, or it has no word for a copy.
std::string ending_of_copy(const std::string& name, const StudentWork& work) {
  for (const std::string& of : {work.student, bare_name(work)})
    if (is_copy_by_word(name, of)) return name.substr(of.size());
  return "";
}

/// Whether the added submission is a copy of the student's by the word "late" in its
/// name.
bool is_late_copy(const Handed& added, const StudentWork& work) {
  return contains(lower(ending_of_copy(sanitize_name(added.says.student), work)), "late");
}

struct Renewal {
  std::string replaced;  ///< Labs with new files.
  std::string remarks;   ///< Remarks on these files.
  std::string kept;      ///< Labs for which no file could be taken, each with the reason.
};

void add_remarks(const std::string& lab, const LabWork& work, std::string& line) {
  for (const std::string& remark : work.remarks)
    line += fmt::format("; {}: {}", lab, remark);
}

/// Whether somebody copied the files by hand: no platform says when they were handed in,
/// and no word in the name says that they were late.
bool is_by_hand(const Handed& added, const StudentWork& work) {
  return added.says.attempt == 0 && !added.says.marks_late &&
         !is_late_copy(added, work) &&
         std::ranges::count(added.files, TimeOf::upload, &HandedFile::time_of) == 0;
}

/// Takes the added files that are new or differ; the other labs stay as they were.
Renewal renew_labs(const Handed& added, const std::vector<Lab>& labs,
                   const fs::path& folder, StudentWork& work) {
  Renewal renewal;
  for (const Lab& lab : labs) {
    const LabWork before = work.labs.at(lab.id);
    LabWork& state = work.labs.at(lab.id);
    const unsigned copy = ++state.copy;
    const fs::path place = work_path(folder, work, lab);
    state = take_work(added, lab, place);
    state.copy = copy;
    if (is_by_hand(added, work)) state.time = before.time;
    if (state.problem.empty() && state.hash != before.hash) {
      renewal.replaced += (renewal.replaced.empty() ? "" : ", ") + lab.id;
      add_remarks(lab.id, state, renewal.remarks);
      continue;
    }
    if (state.problem.empty()) fs::remove_all(place.parent_path());
    if (!state.problem.empty() && before.problem.empty()) {
      renewal.kept += fmt::format("; {} stays: {}", lab.id, state.problem);
      add_remarks(lab.id, state, renewal.kept);
    }
    const LabWork tried = std::exchange(state, before);
    if (before.problem.empty()) continue;
    state.problem = tried.problem;
    state.remarks = tried.remarks;
  }
  return renewal;
}

/// Says under which name the files came, if it is not the student's; else "".
std::string other_name(const Handed& added, const StudentWork& work) {
  const std::string student = sanitize_name(added.says.student);
  const std::string from = ", from " + sanitize_name(added.name);
  if (!ending_of_copy(student, work).empty()) return from + ", a copy by its name";
  const bool is_bare = student != work.student && student == bare_name(work);
  return is_bare ? from + ", the only student of this name" : "";
}

/// Takes in what a student of the class handed in later; says so in a line.
void renew_student(const Handed& added, const std::vector<Lab>& labs,
                   const fs::path& folder, StudentWork& work, Addition& addition) {
  const std::string name = sanitize_name(added.name);
  const auto say = [&](const std::string& what) {
    addition.lines.push_back(fmt::format("{}  {}: {}", work.id, work.student, what));
  };
  if (!is_later(added, work)) {
    note_superseded(work, name);
    ++addition.unchanged;
    return say(fmt::format("{} does not count: {} is later.", name, work.handed));
  }
  const auto [replaced, remarks, kept] = renew_labs(added, labs, folder, work);
  if (!replaced.empty() || !kept.empty())
    say(fmt::format("{}{}{}{}",
                    replaced.empty() ? "nothing new" : "new files for " + replaced,
                    other_name(added, work), remarks, kept));
  if (replaced.empty()) {
    ++addition.unchanged;
    return;
  }
  ++addition.renewed;
  for (const std::string& earlier : added.superseded)
    note_superseded(work, sanitize_name(earlier));
  const std::string before = std::exchange(work.handed, name);
  if (kept.empty()) note_superseded(work, before);
  work.is_late = added.says.is_late || is_late_copy(added, work) ||
                 ((!kept.empty() || is_by_hand(added, work)) && work.is_late);
}

/// The student of the class with this submission; students.end() if new.
/// \throws UsageError if the name lacks the platform's id and several students have it
std::vector<StudentWork>::iterator student_of(const Handed& added,
                                              std::vector<StudentWork>& students) {
  const std::string student = sanitize_name(added.says.student);
  const auto known = std::ranges::find_if(students, [&](const StudentWork& work) {
    // An older version of gridlock left the platform's number out of names.
    return work.student == student || understand_copy(work.handed).student == student;
  });
  if (known != students.end()) return known;
  auto found = students.end();
  std::vector<std::string> fitting;
  for (auto work = students.begin(); work != students.end(); ++work)
    if (student == bare_name(*work) || !ending_of_copy(student, *work).empty()) {
      if (fitting.empty()) found = work;
      fitting.push_back(work->student);
    }
  if (fitting.size() > 1)
    throw UsageError(fmt::format(
        "Whose is \"{}\"?  It may be that of {}.  Give it one of these names, as grades.csv "
        "has them, and add it again; nothing was added.",
        sanitize_name(added.name), fmt::join(fitting, " or ")));
  return found;
}

/// Adds a line for each student whose name looks like a copy of another's, if one of
/// the two has at least the index `first`.  Adds `what_to_do` after such lines.
void hint_at_copies(const std::vector<StudentWork>& students, std::size_t first,
                    const std::string& what_to_do, std::vector<std::string>& lines) {
  const std::size_t before = lines.size();
  for (std::size_t i = 0; i < students.size(); ++i)
    for (std::size_t of = 0; of < students.size(); ++of)
      if ((i >= first || of >= first) &&
          looks_like_copy(students[i].student, students[of].student)) {
        lines.push_back(
            fmt::format("{} looks like a copy of {}: they count as two students.",
                        students[i].student, students[of].student));
        break;
      }
  if (lines.size() > before) lines.push_back(what_to_do);
}

}  // namespace

Intake prepare_class(const fs::path& in, const std::vector<Lab>& labs,
                     const std::string& on, NotRun not_run, const fs::path& folder,
                     const std::string& time_zone) {
  if (fs::exists(manifest_path(folder)))
    throw UsageError(
        fmt::format("{0} holds a class already; name another folder, or add to this "
                    "class: ./gridlock class add {0} {1}",
                    shell_quoted(folder.string()), shell_quoted(in.string())));
  Intake intake;
  Manifest& manifest = intake.manifest;
  for (const Lab& lab : labs) manifest.labs.push_back(lab.id);
  manifest.seed = std::random_device{}() % 1'000'000 + 2;
  manifest.on = on;
  manifest.not_run = not_run;
  manifest.time_zone = time_zone;
  use_time_zone(manifest);
  const HandedIn all = handed_in(in, labs);
  intake.lines = all.remarks;
  intake.about_times = all.about_times;
  for (const Handed& handed : all.students) take_student(handed, labs, folder, manifest);
  fs::create_directories(folder / "records");
  // Students' work belongs in no repository.
  write_file_atomic(folder / ".gitignore", "*\n");
  write_manifest(folder, manifest);
  hint_at_copies(manifest.students, 0,
                 fmt::format("If it is a copy, delete \"{}\", leave only the one that "
                             "counts, under the student's own name, and prepare again.",
                             folder.string()),
                 intake.lines);
  return intake;
}

Addition add_to_class(const fs::path& in, const std::vector<Lab>& labs,
                      const fs::path& folder) {
  const Descriptor lock = lock_in_class(folder, kClassLock, LOCK_EX);
  const Manifest before = read_manifest(folder);
  use_time_zone(before);
  Addition addition{before};
  auto& students = addition.manifest.students;
  std::set<std::string> known_names;
  for (const StudentWork& work : students) known_names.insert(work.student);
  const HandedIn all = handed_in(in, labs, known_names);
  addition.lines = all.remarks;
  for (const Handed& added : all.students)
    student_of(added, students);  // This may throw.
  for (const Handed& added : all.students) {
    if (const auto known = student_of(added, students); known != students.end()) {
      renew_student(added, labs, folder, *known, addition);
      continue;
    }
    const StudentWork& work = take_student(added, labs, folder, addition.manifest);
    addition.lines.push_back(fmt::format("{}  {}: new", work.id, work.student));
    for (const auto& [lab, state] : work.labs) {
      if (!state.problem.empty())
        addition.lines.back() += fmt::format("; {}: {}", lab, state.problem);
      add_remarks(lab, state, addition.lines.back());
    }
    ++addition.new_students;
  }
  hint_at_copies(students, before.students.size(),
                 "If it is a copy, undo this, give it the student's own name, and add it "
                 "again.",
                 addition.lines);
  addition.has_changed = manifest_json(addition.manifest) != manifest_json(before);
  if (!addition.has_changed) return addition;
  write_file_atomic(manifest_before_add(folder), manifest_json(before).dump(1) + "\n");
  write_manifest(folder, addition.manifest);
  return addition;
}

}  // namespace gridlock
