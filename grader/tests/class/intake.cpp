// The students that `class prepare` finds, and its remarks about the rest.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "class/names.h"
#include "class/prepare.h"
#include "common/scratch_folder.h"
#include "common/text.h"
#include "tests/class/submissions.h"

namespace gridlock::test_intake {
namespace fs = std::filesystem;

namespace {

std::vector<std::string> names_of(const Manifest& manifest) {
  std::vector<std::string> names;
  for (const StudentWork& work : manifest.students) names.push_back(work.student);
  return names;
}

/// A call of `class prepare` for lab 1.
ProcessResult prepare(const fs::path& in, const fs::path& out) {
  return run_process(own({"prepare", in.string(), "--lab", "1", "--out", out.string()}));
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("an ending that copies get makes a name look like a copy's") {
  for (const char* name :
       {"student-05_LATE", "student-05-late", "student-05 (1)", "student-05(2)",
        "student-05_v2", "student-05-2", "student-05 - Copy", "student-05_final_2"})
    CHECK_MESSAGE(looks_like_copy(name, "student-05"), name);
  for (const char* name :
       {"student-05", "student-051", "student-05b", "student-05-lateral",
        "student-05-2024", "Student-05_LATE", "student-05_", ""})
    CHECK_FALSE_MESSAGE(looks_like_copy(name, "student-05"), name);
  CHECK_FALSE(looks_like_copy("_LATE", ""));
}

TEST_CASE("prepare names the students who look like copies of others, and takes both") {
  const ScratchFolder folder("class");
  const fs::path in = folder.path() / "in";
  for (const char* name : {"student-05", "student-06", "student-06-b"})
    write(in / name / "last_block.cu", name);
  write_archive(in / "student-05_LATE.zip", {{"last_block.cu", "late", ""}});
  const fs::path out = folder.path() / "out";
  const ProcessResult done = prepare(in, out);
  CHECK(done.exit_code == 0);
  CHECK(contains(
      done.output,
      "student-05_LATE looks like a copy of student-05: they count as two students.\n"
      "If it is a copy, delete \"" +
          out.string() + "\", leave only the one that counts"));
  CHECK_FALSE(contains(done.output, "student-06"));
  CHECK(names_of(read_manifest(out)) ==
        Names{"student-05", "student-05_LATE", "student-06", "student-06-b"});
}

TEST_CASE("an accent does not move a name to the end of the class") {
  const ScratchFolder folder("class");
  const fs::path in = folder.path() / "in";
  for (const char* name : {"Zoe", "\u00C7elik", "Cox", "\u00D6zg\u00FCr", "Pan"})
    write(in / name / "last_block.cu", name);
  CHECK(prepare(in, folder.path() / "out").exit_code == 0);
  CHECK(names_of(read_manifest(folder.path() / "out")) ==
        Names{"\u00C7elik", "Cox", "\u00D6zg\u00FCr", "Pan", "Zoe"});
}

TEST_CASE("what lies beside the students' folders becomes no student") {
  const ScratchFolder folder("class");
  const fs::path in = folder.path() / "in";
  for (const char* name :
       {"notes.txt", ".DS_Store", "desktop.ini", "grades.csv", "README", "._student-01",
        "__MACOSX/student-01/._last_block.cu", ".git/config", "submission_metadata.yml",
        "class-0/manifest.json", "class-0/records/0001.json"})
    write(in / name, "x");
  write(in / "student-01" / "last_block.cu", "one");
  write(in / "student-01" / "notes.txt", "of the student");
  write(in / "student-02.cu", "code, but of which lab?");
  write(in / "student-03.rar", "packed");
  write_archive(in / "student-04.zip", {{"last_block.cu", "four", ""}});
  write(in / "student05_1_10_notes.txt", "named by a platform");
  const ProcessResult done = prepare(in, folder.path() / "out");
  CHECK_MESSAGE(done.exit_code == 0, done.errors);
  CHECK(contains(done.output,
                 "Skipped: .DS_Store, ._student-01, .git, README, __MACOSX, class-0, "
                 "desktop.ini, grades.csv, notes.txt.  A student is a "
                 "folder, an archive, or a file that a platform named.\n"));
  CHECK(names_of(read_manifest(folder.path() / "out")) ==
        Names{"student-01", "student-02", "student-03", "student-04", "student05_1"});
}

TEST_CASE(
    "students are found in the one folder that holds them all, whatever lies there") {
  const ScratchFolder folder("class");
  const fs::path in = folder.path() / "in";
  write(in / "notes.txt", "x");
  write(in / "__MACOSX" / "submissions" / "._student-01", "x");
  write(in / "submissions" / ".DS_Store", "x");
  write(in / "submissions" / "student-01" / "last_block.cu", "one");
  write(in / "submissions" / "student-02" / "src" / "last_block.cu", "two");
  const ProcessResult done = prepare(in, folder.path() / "out");
  CHECK(contains(done.output,
                 "Everything is in the folder submissions, so the students are "
                 "taken from there.\nSkipped: .DS_Store, __MACOSX, notes.txt."));
  CHECK(names_of(read_manifest(folder.path() / "out")) ==
        Names{"student-01", "student-02"});
}

TEST_CASE("one student's folder is not taken for a folder of students") {
  const ScratchFolder folder("class");
  const auto lab = labs({"1"});
  int number = 0;
  for (const char* path : {"student-01/last_block.cu", "student-01/other.cu",
                           "student-01/01_last_block/last_block.cu",
                           "student-01/labs/01_last_block/last_block.cu",
                           "student-01/last_block/last_block.cu",
                           "student-01_12_assignsubmission_file_/src/last_block.cu"}) {
    const std::string name = std::to_string(++number);
    write(folder.path() / name / path, "one");
    CAPTURE(path);
    const fs::path out = folder.path() / ("out" + name);
    const auto names = names_of(
        prepare_class(folder.path() / name, lab, "sim", NotRun::scale, out).manifest);
    REQUIRE(names.size() == 1);
    CHECK(names[0].starts_with("student-01"));
  }
  // The manifest decides: its students are never the folder that holds everything.
  write(folder.path() / "late" / "student-01" / "src" / "last_block.cu", "late");
  const Addition addition =
      add_to_class(folder.path() / "late", lab, folder.path() / "out1");
  CHECK(addition.new_students == 0);
  CHECK(addition.renewed == 1);
}

TEST_CASE("files of which nothing says whose they are become no class") {
  const ScratchFolder folder("class");
  write(folder.path() / "in" / "last_block.cu", "whose?");
  write(folder.path() / "in" / "build" / "a.o", "");
  ProcessResult done = prepare(folder.path() / "in", folder.path() / "out");
  CHECK(done.exit_code == 2);
  CHECK(contains(done.errors, "holds last_block.cu itself"));
  CHECK(contains(done.errors, "Put it into a folder with the student's name"));
  fs::remove_all(folder.path() / "in");
  write(folder.path() / "in" / "notes.txt", "x");
  done = prepare(folder.path() / "in", folder.path() / "out");
  CHECK(done.exit_code == 2);
  CHECK(contains(done.errors, "There is no student's folder, archive or file in"));
  CHECK_FALSE(fs::exists(folder.path() / "out" / "manifest.json"));
  write(folder.path() / "in" / "student-01" / "last_block.cu", "one");
  CHECK(prepare(folder.path() / "in", folder.path() / "out").exit_code == 0);
  done = prepare(folder.path() / "out", folder.path() / "other");
  CHECK(done.exit_code == 2);
  CHECK(contains(done.errors, "is the folder of a class, not of submissions."));
}

TEST_CASE("Gradescope's file names its submissions, a group's for each member") {
  const ScratchFolder folder("class");
  const fs::path in = folder.path() / "export.zip";
  write_archive(in, {{"assignment_7_export/submission_metadata.yml",
                      "---\n"
                      "submission_9001:\n"
                      "  :created_at: 2026-11-20 10:00:00.000000000 -08:00\n"
                      "  :score: \n"
                      "  :submitters:\n"
                      "  - :name: Student One\n"
                      "    :email: one@example.org\n"
                      "    :sid: '1001'\n"
                      "  - :name: \"Student \\\"Two\\\"\"\n"
                      "    :email: two@example.org\n"
                      "    :sid: \n"
                      "  :history:\n"
                      "  - :id: 8000\n"
                      "    :submitters:\n"
                      "    - :name: Nobody\n",
                      ""},
                     {"assignment_7_export/submission_9001/last_block.cu", "one", ""},
                     {"assignment_7_export/submission_9002/last_block.cu", "two", ""}});
  const auto lab = labs({"1"});
  const fs::path out = folder.path() / "out";
  const Manifest manifest = prepare_class(in, lab, "sim", NotRun::scale, out).manifest;
  REQUIRE(manifest.students.size() == 3);
  const StudentWork& first = student(manifest, "Student One_1001");
  CHECK(first.labs.at(kLab1).time == 1795197600);  // date -d "2026-11-20 18:00Z" +%s
  CHECK(read_file(work_path(out, student(manifest, "two@example.org"), lab[0])) == "one");
  CHECK(read_file(work_path(out, student(manifest, "submission_9002"), lab[0])) == "two");
}

}  // namespace gridlock::test_intake
