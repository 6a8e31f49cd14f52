// The students that `class prepare` finds, and its remarks about the rest.
#include "class/names.h"
#include "tests/class/submissions.h"

namespace gridlock::test_intake {

using Names = std::vector<std::string>;

Names names_in(const fs::path& out) {
  Names names;
  for (const StudentWork& work : read_manifest(out).students)
    names.push_back(work.student);
  return names;
}

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
  const Scratch folder;
  const fs::path in = folder / "in", out = folder / "out";
  for (const char* name : {"student-05", "student-06", "student-06-b"})
    write(in / name / "last_block.cu", name);
  write_archive(in / "student-05_LATE.zip", {{"last_block.cu", "late"}});
  const std::string said = step(prepare_lab1(in, out));
  CHECK(contains(said,
                 "student-05_LATE looks like a copy of student-05: they count as two "
                 "students.\nIf it is a copy, delete \"" +
                     out.string() + "\", leave only the one that counts"));
  CHECK_FALSE(contains(said, "student-06"));
  CHECK(names_in(out) ==
        Names{"student-05", "student-05_LATE", "student-06", "student-06-b"});
}

TEST_CASE("an accent does not move a name to the end of the class") {
  const Scratch folder;
  const fs::path in = folder / "in", out = folder / "out";
  for (const char* name : {"Zoe", "\u00C7elik", "Cox", "\u00D6zg\u00FCr", "Pan"})
    write(in / name / "last_block.cu", name);
  prepare(in, labs({"1"}), out);
  CHECK(names_in(out) == Names{"\u00C7elik", "Cox", "\u00D6zg\u00FCr", "Pan", "Zoe"});
}

TEST_CASE("what lies beside the students' folders becomes no student") {
  const Scratch folder;
  const fs::path in = folder / "in", out = folder / "out";
  for (const char* name :
       {"notes.txt", ".DS_Store", "desktop.ini", "grades.csv", "README", "._student-01",
        "__MACOSX/student-01/._last_block.cu", ".git/config", "submission_metadata.yml",
        "class-0/manifest.json", "class-0/records/0001.json", "student-01/last_block.cu",
        "student-01/notes.txt", "student-02.cu", "student-03.rar",
        "student05_1_10_notes.txt"})
    write(in / name, "x");
  write_archive(in / "student-04.zip", {{"last_block.cu", "four"}});
  CHECK(contains(step(prepare_lab1(in, out)),
                 "Skipped: .DS_Store, ._student-01, .git, README, __MACOSX, class-0, "
                 "desktop.ini, grades.csv, notes.txt.  A student is a "
                 "folder, an archive, or a file that a platform named.\n"));
  CHECK(names_in(out) ==
        Names{"student-01", "student-02", "student-03", "student-04", "student05_1"});
}

TEST_CASE(
    "students are found in the one folder that holds them all, whatever lies there") {
  const Scratch folder;
  const fs::path in = folder / "in", out = folder / "out";
  for (const char* name :
       {"notes.txt", "__MACOSX/submissions/._student-01", "submissions/.DS_Store",
        "submissions/student-01/last_block.cu",
        "submissions/student-02/src/last_block.cu"})
    write(in / name, "x");
  CHECK(contains(step(prepare_lab1(in, out)),
                 "Everything is in the folder submissions, so the students are "
                 "taken from there.\nSkipped: .DS_Store, __MACOSX, notes.txt."));
  CHECK(names_in(out) == Names{"student-01", "student-02"});
}

TEST_CASE("one student's folder is not taken for a folder of students") {
  const Scratch folder;
  const auto lab = labs({"1"});
  for (const char* path : {"student-01_12_assignsubmission_file_/src/last_block.cu",
                           "student-01/last_block.cu", "student-01/other.cu",
                           "student-01/01_last_block/last_block.cu",
                           "student-01/labs/01_last_block/last_block.cu",
                           "student-01/last_block/last_block.cu"}) {
    CAPTURE(path);
    for (const char* old : {"in", "out"}) fs::remove_all(folder / old);
    write(folder / "in" / path, "one");
    prepare(folder / "in", lab, folder / "out");
    REQUIRE(names_in(folder / "out").size() == 1);
    CHECK(names_in(folder / "out")[0].starts_with("student-01"));
  }
  // The manifest's names are students, never the folder that holds everything.
  write(folder / "late" / "student-01" / "src" / "last_block.cu", "late");
  const Addition addition = add_to_class(folder / "late", lab, folder / "out");
  CHECK(addition.new_students == 0);
  CHECK(addition.renewed == 1);
}

TEST_CASE("files of which nothing says whose they are become no class") {
  const Scratch folder;
  const fs::path in = folder / "in", out = folder / "out";
  write(in / "last_block.cu", "whose?");
  write(in / "build" / "a.o", "");
  must_say(
      refusal_of(prepare_lab1(in, out)),
      {"holds last_block.cu itself", "Put it into a folder with the student's name"});
  fs::remove_all(in);
  write(in / "notes.txt", "x");
  CHECK(contains(refusal_of(prepare_lab1(in, out)),
                 "There is no student's folder, archive or file in"));
  CHECK_FALSE(fs::exists(out / "manifest.json"));
  write(in / "student-01" / "last_block.cu", "one");
  step(prepare_lab1(in, out));
  CHECK(contains(refusal_of(prepare_lab1(out, folder / "other")),
                 "is the folder of a class, not of submissions."));
}

TEST_CASE("Gradescope's file names its submissions, a group's for each member") {
  const Scratch folder;
  const fs::path in = folder / "export.zip", out = folder / "out";
  const std::string export_ = "assignment_7_export/";
  write_archive(in, {{export_ + "submission_metadata.yml",
                      "---\n"
                      "submission_9001:\n"
                      "  :created_at: 2026-11-20 10:00:00.000000000 -08:00\n"
                      "  :score: \n  :submitters:\n  - :name: Student One\n"
                      "    :email: one@example.org\n    :sid: '1001'\n"
                      "  - :name: \"Student \\\"Two\\\"\"\n"
                      "    :email: two@example.org\n    :sid: \n"
                      "  :history:\n  - :id: 8000\n    :submitters:\n"
                      "    - :name: Nobody\n"},
                     {export_ + "submission_9001/last_block.cu", "one"},
                     {export_ + "submission_9002/last_block.cu", "two"}});
  const Lab lab = labs({"1"})[0];
  const Manifest manifest = prepare(in, {lab}, out).manifest;
  REQUIRE(manifest.students.size() == 3);
  const StudentWork& first = student(manifest, "Student One_1001");
  CHECK(first.labs.at(kLab1).time == 1795197600);  // date -d "2026-11-20 18:00Z" +%s
  CHECK(text_of(out, "two@example.org", lab) == "one");
  CHECK(text_of(out, "submission_9002", lab) == "two");
}

}  // namespace gridlock::test_intake
