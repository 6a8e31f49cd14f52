/// Submissions, and records of them, for the tests of a class.
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include <ctime>

#include "class/prepare.h"
#include "class/records.h"
#include "class/report.h"
#include "class/run_all.h"
#include "tests/test.h"

namespace gridlock {

using nlohmann::ordered_json;

inline const std::string kLab1 = "01_last_block";

inline std::vector<Lab> labs(std::initializer_list<const char*> names) {
  const auto all = find_labs(GRIDLOCK_SOURCE_DIR);
  std::vector<Lab> chosen;
  for (const char* name : names) chosen.push_back(find_lab(all, name));
  return chosen;
}

inline void write(const fs::path& path, std::string_view text) {
  fs::create_directories(path.parent_path());
  write_file_atomic(path, text);
}

struct Entry {
  std::string name, text;
  std::string link = {};  ///< Target of a symbolic link; "" for a file.
  std::time_t time = 0;   ///< When it was last changed.
};

/// Writes an archive with these entries; the ending of `path` decides its format.  Names
/// are UTF-8, and the archive says so if its format can.
inline void write_archive(const fs::path& path, const std::vector<Entry>& entries) {
  const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  REQUIRE(utf8);
  const locale_t before = ::uselocale(utf8);
  archive* out = ::archive_write_new();
  if (path.extension() == ".zip")
    ::archive_write_set_format_zip(out);
  else if (path.extension() == ".7z")
    ::archive_write_set_format_7zip(out);
  else
    ::archive_write_set_format_pax_restricted(out);
  REQUIRE(::archive_write_open_filename(out, path.c_str()) == ARCHIVE_OK);
  for (const Entry& entry : entries) {
    archive_entry* head = ::archive_entry_new();
    ::archive_entry_set_pathname(head, entry.name.c_str());
    ::archive_entry_set_size(head, static_cast<la_int64_t>(entry.text.size()));
    ::archive_entry_set_mtime(head, entry.time, 0);
    ::archive_entry_set_perm(head, 0644);
    ::archive_entry_set_filetype(head, !entry.link.empty()         ? AE_IFLNK
                                       : entry.name.ends_with('/') ? AE_IFDIR
                                                                   : AE_IFREG);
    if (!entry.link.empty()) ::archive_entry_set_symlink(head, entry.link.c_str());
    REQUIRE(::archive_write_header(out, head) == ARCHIVE_OK);
    ::archive_write_data(out, entry.text.data(), entry.text.size());
    ::archive_entry_free(head);
  }
  REQUIRE(::archive_write_free(out) == ARCHIVE_OK);
  ::uselocale(before);
  ::freelocale(utf8);
}

/// The files below a folder, by their path in it.
inline std::map<std::string, std::string> files_below(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files[entry.path().lexically_relative(folder).string()] = read_file(entry.path());
  return files;
}

/// Prepares a class for the simulator.
inline Intake prepare(const fs::path& in, const std::vector<Lab>& of,
                      const fs::path& out) {
  return prepare_class(in, of, "sim", NotRun::scale, out);
}

inline const StudentWork& student(const Manifest& manifest, const std::string& name) {
  for (const StudentWork& work : manifest.students)
    if (work.student == name) return work;
  FAIL("no student " << name);
  return manifest.students.front();
}

/// The file of a prepared class that counts for this student.
inline std::string text_of(const fs::path& folder, const std::string& name,
                           const Lab& of) {
  const Manifest manifest = read_manifest(folder);
  return read_file(work_path(folder, student(manifest, name), of));
}

/// A check in a record: of part 1a, with 0 of 10 points, unless `more` says otherwise.
inline ordered_json judged(const std::string& title, const std::string& verdict,
                           const ordered_json& more = ordered_json::object()) {
  ordered_json check{{"name", title}, {"part", "1a"},     {"executor", "sim"},
                     {"points", 0},   {"max_points", 10}, {"verdict", verdict}};
  if (verdict != "passed") check["finding"] = {{"message", "m"}, {"missing", ""}};
  check.update(more, true);
  return check;
}

/// Records as grading would leave them.
inline Record graded_as(int score, ordered_json result) {
  Record record;
  record.status = RecordStatus::graded;
  record.score = score;
  record.max_score = 100;
  record.result = std::move(result);
  record.lab = read_lab(record.result);
  return record;
}
inline Record graded(int score, ordered_json check) {
  return graded_as(score, {{"lab", kLab1}, {"checks", {std::move(check)}}});
}
inline std::vector<Record> graded_as(const std::vector<ordered_json>& results) {
  std::vector<Record> records;
  for (const ordered_json& result : results) records.push_back(graded_as(5, result));
  return records;
}

inline ProcessRequest own(const std::vector<std::string>& arguments) {
  ProcessRequest request{{std::string(GRIDLOCK_BIN_DIR) + "/gridlock", "class"}};
  request.argv.insert(request.argv.end(), arguments.begin(), arguments.end());
  request.wall_limit = std::chrono::minutes(15);
  return request;
}

/// The output of a step that must work.
inline std::string step(const std::vector<std::string>& arguments) {
  const ProcessResult done = run_process(own(arguments));
  CHECK_MESSAGE(done.ok(), done.output, done.errors);
  return done.output;
}

/// The errors that a step prints, which must be refused.
inline std::string refusal_of(const std::vector<std::string>& arguments) {
  const ProcessResult done = run_process(own(arguments));
  CHECK(done.exit_code == 2);
  return done.errors;
}

/// The words of `class prepare` for lab 1.
inline std::vector<std::string> prepare_lab1(const fs::path& in, const fs::path& out) {
  return {"prepare", in.string(), "--lab", "1", "--out", out.string()};
}

/// A class with records for lab 1, without any files.
struct GradedClass {
  Scratch scratch;
  Manifest manifest{{kLab1}, 7, "sim", {}};
  std::vector<Lab> lab = labs({"1"});

  explicit GradedClass(const std::vector<Record>& records = {}) {
    fs::create_directories(scratch / "records");
    for (const Record& one : records) {
      add("student-0" + std::to_string(manifest.students.size() + 1));
      record(one);
    }
  }
  void add(const std::string& name) {
    const std::string id = "000" + std::to_string(manifest.students.size() + 1);
    manifest.students.push_back({id, name, "", false, {}, {{kLab1, {"hash", ""}}}});
  }
  RecordKey key() const {
    return key_of(manifest, manifest.students.back(), lab.front(), "grader");
  }
  /// Writes the record of the last student.
  void record(const Record& one) const {
    write_record(scratch.path(), manifest.students.back(), key(), one);
  }
  ClassState state() const { return state_of(scratch.path(), manifest, lab, "grader"); }
};

/// A class that a test grades, by processes of the test's own.
struct RunClass : GradedClass {
  using GradedClass::GradedClass;
  ClassRun run{scratch.path(), manifest, lab, {}, false, {}, 1, "grader", {}, {}};
  void add_with_files(const std::string& name, const std::string& hash) {
    add(name);
    manifest.students.back().labs[kLab1].hash = hash;
  }
  Record record_at(std::size_t student) const {
    const StudentWork& work = manifest.students.at(student);
    return record_of(scratch.path(), work, key_of(run, work, lab.front()));
  }
};

}  // namespace gridlock
