#include "class/platform_export.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <iterator>
#include <map>
#include <system_error>
#include <tuple>

#include "class/gradescope.h"
#include "class/manifest.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// The files of an archive, or the archive itself with its problem.
/// \param folder comes in front of their paths
std::vector<HandedFile> files_in(HandedFile archive, const std::string& folder) {
  if (!archive.problem.empty()) return {std::move(archive)};
  HandedFiles inside = read_archive_bytes(archive.bytes);
  if (!inside.problem.empty()) return {{archive.path, "", std::move(inside.problem)}};
  for (HandedFile& one : inside.files) one.path.insert(0, folder);
  return std::move(inside.files);
}

/// Replaces archives by their files, one level deep: students pack their files, and the
/// platform packs the archive again.
std::vector<HandedFile> unpacked(std::vector<HandedFile> files) {
  std::vector<HandedFile> all;
  for (HandedFile& file : files) {
    if (!is_archive_name(file.path)) {
      all.push_back(std::move(file));
      continue;
    }
    const std::string folder = without_archive_ending(file.path) + "/";
    auto inside = files_in(std::move(file), folder);
    std::move(inside.begin(), inside.end(), std::back_inserter(all));
  }
  return all;
}

Handed handed_file(HandedFile file) {
  const std::string name = file.path;
  if (is_archive_name(name))
    return {name, understand_copy(name), files_in(std::move(file), "")};
  Handed handed{name, understand(name), {}};
  // No platform has named the file: its own name stands for the student.
  if (handed.says.file.empty()) handed.says.student = fs::path(name).stem().string();
  file.path = without_attempt(handed.says.file.empty() ? name : handed.says.file);
  handed.files.push_back(std::move(file));
  return handed;
}

/// The files of the whole class, by the first part of their paths.
std::vector<Handed> by_first_folder(std::vector<HandedFile> files) {
  std::map<std::string, std::vector<HandedFile>> folders;
  std::vector<Handed> all;
  for (HandedFile& file : files) {
    const std::size_t slash = file.path.find('/');
    if (slash == std::string::npos) {
      all.push_back(handed_file(std::move(file)));
      continue;
    }
    std::vector<HandedFile>& folder = folders[file.path.substr(0, slash)];
    file.path.erase(0, slash + 1);
    if (!file.path.empty()) folder.push_back(std::move(file));
  }
  for (auto& [name, inside] : folders)
    all.push_back({name, understand(name), unpacked(std::move(inside))});
  return all;
}

/// Gives people different names if their folders' names differ only in the form of their
/// letters.  Returns a sentence about each.
std::vector<std::string> tell_namesakes_apart(std::vector<HandedFile>& files) {
  std::set<std::string> names;
  std::map<std::string, std::map<std::string, std::string>> forms;
  const auto first_of = [](const std::string& path) {
    return path.substr(0, path.find('/'));
  };
  for (const HandedFile& file : files) {
    const std::string& written = file.written.empty() ? file.path : file.written;
    names.insert(first_of(file.path));
    forms[first_of(file.path)].emplace(first_of(written), first_of(file.path));
  }
  std::vector<std::string> remarks;
  for (auto& [name, given] : forms) {
    if (given.size() < 2) continue;
    for (auto form = std::next(given.begin()); form != given.end(); ++form) {
      for (int number = 2; !names.insert(form->second).second; ++number)
        form->second = fmt::format("{} ({})", name, number);
      remarks.push_back(fmt::format(
          "There are two folders {0}, whose names are written with different characters. "
          "They are taken for two people's: {0} and {1}.",
          sanitize_name(name), sanitize_name(form->second)));
    }
  }
  for (HandedFile& file : files) {
    const std::string first = first_of(file.path);
    const std::string& written = file.written.empty() ? file.path : file.written;
    file.path.replace(0, first.size(), forms[first][first_of(written)]);
  }
  return remarks;
}

bool is_lab_file(const std::string& name, const std::vector<Lab>& labs) {
  return std::ranges::any_of(
      labs, [&](const Lab& lab) { return is_same_file_name(name, lab.submission_name); });
}

/// Whether a file beside the students' folders could be a submission named after its
/// student: it is code, packed, or cannot be read, which is then reported.
bool may_be_a_student(const HandedFile& file) {
  constexpr std::array<std::string_view, 5> kCodeOrPacked{".cu", ".rar", ".gz", ".bz2",
                                                          ".xz"};
  const std::string ending = fs::path(file.path).extension().string();
  if (!understand(file.path).file.empty() || is_archive_name(file.path)) return true;
  return !file.problem.empty() ||
         std::ranges::find(kCodeOrPacked, ending) != kCodeOrPacked.end();
}

bool is_class(const fs::path& folder) {
  std::error_code error;
  return fs::exists(manifest_path(folder), error) &&
         fs::exists(folder / "records", error);
}

/// Removes what lies beside the students' folders and is not a submission.
void skip_strays(std::vector<HandedFile>& files, const fs::path& in,
                 std::set<std::string>& skipped) {
  std::erase_if(files, [&](const HandedFile& file) {
    const std::size_t slash = file.path.find('/');
    const std::string first = file.path.substr(0, slash);
    const bool is_students =
        !first.starts_with('.') && first != "__MACOSX" &&
        (slash == std::string::npos ? may_be_a_student(file) : !is_class(in / first));
    if (!is_students) skipped.insert(first);
    return !is_students;
  });
}

/// The folder that holds everything and belongs to no single student, as archives often
/// have one; "" if there is none.
std::string wrapping_folder(const std::vector<HandedFile>& files,
                            const std::vector<Lab>& labs,
                            const std::set<std::string>& known) {
  if (files.empty()) return "";
  const std::string first =
      files.front().path.substr(0, files.front().path.find('/') + 1);
  if (first.empty()) return "";
  const std::string name = first.substr(0, first.size() - 1);
  const HandedName says = understand(name);
  if (says.attempt != 0 || known.contains(sanitize_name(says.student))) return "";
  const auto is_in_a_students = [&](const std::string& path) {
    const std::string next = path.substr(0, path.find('/'));
    return next == "labs" || is_lab_file(path, labs) ||
           std::ranges::any_of(
               labs, [&](const Lab& lab) { return next == lab.id || next == lab.topic; });
  };
  bool holds_students = false;
  for (const HandedFile& file : files) {
    if (!file.path.starts_with(first)) return "";
    const std::string path = file.path.substr(first.size());
    if (is_in_a_students(path)) return "";
    holds_students |= path.find('/') != std::string::npos || is_archive_name(path) ||
                      !understand(path).file.empty();
  }
  return holds_students ? name : "";
}

using Metadata = std::map<std::string, GradescopeSubmission>;

/// Removes Gradescope's metadata from the files and returns it, if it is there.
void take_metadata(std::vector<HandedFile>& files, Metadata& metadata) {
  std::erase_if(files, [&](const HandedFile& file) {
    if (file.path != kGradescopeFile || !file.problem.empty()) return false;
    metadata.merge(read_gradescope(file.bytes));
    return true;
  });
}

/// Applies Gradescope's names and times to submissions; a group's submission goes to each
/// member.
void name_by_metadata(std::vector<Handed>& all, const Metadata& metadata) {
  std::vector<Handed> named;
  for (Handed& handed : all) {
    const auto says = metadata.find(handed.name);
    if (says == metadata.end() || says->second.students.empty()) {
      named.push_back(std::move(handed));
      continue;
    }
    for (HandedFile& file : handed.files)
      if (says->second.time != 0)
        std::tie(file.time, file.time_of) = std::pair(says->second.time, TimeOf::upload);
    for (const std::string& student : says->second.students) {
      named.push_back(handed);
      named.back().says.student = student;
    }
  }
  all = std::move(named);
}

/// If three files or more all have nearly the same time, marks that time as the
/// download's.
void mark_downloads(std::vector<HandedFile>& files) {
  constexpr std::int64_t kNearly = 10 * 60;
  constexpr std::size_t kFilesMin = 3;
  std::vector<HandedFile*> timed;
  for (HandedFile& file : files)
    if (file.time != 0 && !file.path.ends_with('/')) timed.push_back(&file);
  if (timed.size() < kFilesMin) return;
  const auto [first, last] = std::minmax_element(
      timed.begin(), timed.end(),
      [](const HandedFile* a, const HandedFile* b) { return a->time < b->time; });
  if ((*last)->time - (*first)->time > kNearly) return;
  for (HandedFile* file : timed) file->time_of = TimeOf::download;
}

/// What mark_downloads() has found, if the platform's marks do not tell what is late; ""
/// otherwise.
std::string sentence_about_downloads(const std::vector<Handed>& students) {
  for (const Handed& handed : students)
    for (const HandedFile& file : handed.files)
      if (file.time_of == TimeOf::download && !handed.says.marks_late)
        return fmt::format(
            "All files have nearly one time, {:%Y-%m-%d %H:%M}, which looks like that of "
            "the download: nobody is late by it.  {}",
            fmt::localtime(static_cast<std::time_t>(file.time)), kHowToTellLateWork);
  return "";
}

/// "Skipped: .DS_Store, notes.txt."
std::string sentence_about(const std::set<std::string>& skipped) {
  constexpr std::size_t kNamesMax = 10;
  std::string names;
  std::size_t named = 0;
  for (const std::string& name : skipped) {
    if (++named > kNamesMax) break;
    names += (names.empty() ? "" : ", ") + sanitize_name(name);
  }
  if (skipped.size() > kNamesMax)
    names += fmt::format(" and {} more", skipped.size() - kNamesMax);
  return fmt::format(
      "Skipped: {}.  A student is a folder, an archive, or a file that a platform named.",
      names);
}

/// \throws UsageError if a lab's file lies where the students' folders should
void refuse_files_of_nobody(const std::vector<HandedFile>& files, const fs::path& in,
                            const std::vector<Lab>& labs) {
  for (const HandedFile& file : files)
    if (is_lab_file(file.path, labs))
      throw UsageError(fmt::format(
          "\"{0}\" holds {1} itself, and nothing says whose it is.  Put it into "
          "a folder with the student's name, and name the folder that holds "
          "the students' folders.",
          in.string(), sanitize_name(file.path)));
}

/// The name by which an earlier copy of a single file or archive is recognized; "" for a
/// folder, which is a whole submission.
std::string name_of_part(const Handed& handed) {
  const std::string& file = handed.says.file;
  if (file.empty()) return "";
  // An archive's name has lost its ending already, and without_attempt() needs one.
  return without_attempt(fs::path(file).has_extension() ? file : file + ".zip");
}

/// Merges one student's copies; the last is the latest.  Of folders, the latest counts.
/// Single files are parts of one submission; of several with one name, the latest counts.
Handed merged(std::vector<Handed> copies) {
  std::vector<std::string> superseded;
  std::vector<Handed> parts;
  for (Handed& copy : copies) {
    const std::string name = name_of_part(copy);
    std::erase_if(parts, [&](const Handed& before) {
      const std::string earlier = name_of_part(before);
      // Moodle gives one number to everything that a student handed in together.
      const bool is_together =
          copy.says.attempt != 0 && copy.says.attempt == before.says.attempt;
      const bool is_replaced =
          !is_together && (name.empty() || earlier.empty() || earlier == name);
      if (is_replaced) superseded.push_back(before.name);
      return is_replaced;
    });
    for (HandedFile& file : copy.files) file.attempt = copy.says.attempt;
    parts.push_back(std::move(copy));
  }
  Handed latest = std::move(parts.back());
  parts.pop_back();
  for (Handed& part : parts) {
    latest.says.is_late |= part.says.is_late;
    std::move(part.files.begin(), part.files.end(), std::back_inserter(latest.files));
  }
  latest.superseded = std::move(superseded);
  return latest;
}

/// One submission per student, sorted by name, with the names of the superseded ones.
std::vector<Handed> latest(std::vector<Handed> handed) {
  std::ranges::sort(handed, [](const Handed& a, const Handed& b) {
    const std::string plain_a = without_marks(a.says.student);
    const std::string plain_b = without_marks(b.says.student);
    return std::tie(plain_a, a.says.student, a.says.attempt, a.name) <
           std::tie(plain_b, b.says.student, b.says.attempt, b.name);
  });
  std::vector<Handed> chosen;
  for (auto begin = handed.begin(); begin != handed.end();) {
    const auto end = std::find_if(begin, handed.end(), [&](const Handed& one) {
      return one.says.student != begin->says.student;
    });
    chosen.push_back(merged({std::move_iterator(begin), std::move_iterator(end)}));
    begin = end;
  }
  return chosen;
}

}  // namespace

HandedName understand_copy(const std::string& name) {
  return understand(is_archive_name(name) ? without_archive_ending(name) : name);
}

HandedIn handed_in(const fs::path& in, const std::vector<Lab>& labs,
                   const std::set<std::string>& known) {
  std::error_code error;
  const bool is_folder = fs::is_directory(in, error);
  if (!is_folder && !is_archive_name(in.filename().string()))
    throw UsageError(fmt::format(
        "\"{}\" is neither a folder nor an archive (.zip, .tar.gz ...).", in.string()));
  if (is_class(in))
    throw UsageError(
        fmt::format("\"{}\" is the folder of a class, not of submissions.", in.string()));
  HandedFiles all = is_folder ? read_folder(in, kOfAClass) : read_archive(in, kOfAClass);
  if (!all.problem.empty())
    throw UsageError(fmt::format(
        "\"{}\": {}{}", in.string(), all.problem,
        is_folder ? "" : "  Download it again, or unpack it and name the folder."));
  if (const std::string name = is_folder ? "" : name_in_several_forms(in); !name.empty())
    throw UsageError(fmt::format(
        "\"{}\" has two entries {}, whose names are written with different characters.  "
        "Are these two people?  Unpack it: in a folder they are told apart.",
        in.string(), sanitize_name(name)));
  refuse_files_of_nobody(all.files, in, labs);
  HandedIn handed;
  std::set<std::string> skipped;
  Metadata metadata;
  take_metadata(all.files, metadata);
  skip_strays(all.files, in, skipped);
  if (const auto folder = wrapping_folder(all.files, labs, known); !folder.empty()) {
    for (HandedFile& file : all.files) {
      file.path.erase(0, folder.size() + 1);
      file.written.erase(0, file.written.find('/') + 1);
    }
    std::erase_if(all.files, [](const HandedFile& file) { return file.path.empty(); });
    handed.remarks.push_back(fmt::format(
        "Everything is in the folder {}, so the students are taken from there.",
        sanitize_name(folder)));
    take_metadata(all.files, metadata);
    skip_strays(all.files, in / folder, skipped);
  }
  if (all.files.empty())
    throw UsageError(fmt::format(
        "There is no student's folder, archive or file in \"{}\".", in.string()));
  if (!skipped.empty()) handed.remarks.push_back(sentence_about(skipped));
  mark_downloads(all.files);
  for (std::string& remark : tell_namesakes_apart(all.files))
    handed.remarks.push_back(std::move(remark));
  std::vector<Handed> students = by_first_folder(std::move(all.files));
  name_by_metadata(students, metadata);
  handed.about_times = sentence_about_downloads(students);
  handed.students = latest(std::move(students));
  return handed;
}

}  // namespace gridlock
