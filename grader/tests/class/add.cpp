// class add: late copies and new students.
#include <sys/file.h>

#include "common/descriptor.h"
#include "tests/class/submissions.h"

namespace gridlock::test_add {

const std::string kLab4 = "04_threadfence";

/// A prepared class of two labs and three students; the third has no file for lab 1.
/// Everything that can be graded has been graded.
struct PreparedClass {
  Scratch scratch;
  fs::path folder = scratch / "class-1";
  fs::path late = scratch / "late";
  std::vector<Lab> both = labs({"1", "4"});

  PreparedClass() {
    const fs::path in = scratch / "in";
    for (const char* name : {"student-01", "student-02", "student-03"}) {
      write(in / name / "last_block.cu", std::string("lab 1 of ") + name);
      write(in / name / "b.cuh", "b");
      write(in / name / "a.cuh", "a");
      write(in / name / "threadfence.cu", std::string("lab 4 of ") + name);
    }
    fs::remove(in / "student-03" / "last_block.cu");
    const Manifest prepared = prepare(in, both, folder).manifest;
    for (const StudentWork& work : prepared.students)
      for (const auto& [lab, state] : work.labs)
        if (state.problem.empty())
          write_record(folder, work, key(prepared, work, lab),
                       graded(5, {{"name", "a claim"}, {"verdict", "passed"}}));
  }

  RecordKey key(const Manifest& manifest, const StudentWork& work,
                const std::string& lab) const {
    return {work.labs.at(lab).hash, lab, "sim", manifest.seed, "grader"};
  }
  Manifest manifest() const { return read_manifest(folder); }
  /// The states of the student's files for both labs.
  std::string status(const char* name) const {
    const Manifest now = manifest();
    const StudentWork& work = student(now, name);
    std::string all;
    for (const Lab& lab : both)
      all.append(all.empty() ? "" : ", ")
          .append(gridlock::name(record_of(folder, work, key(now, work, lab.id)).status));
    return all;
  }
  std::string text(const char* name, std::size_t lab) const {
    return text_of(folder, name, both[lab]);
  }
  /// Puts a file into `late`; a name without an ending is the folder of lab 1's file.
  void hand_in(const fs::path& name, const char* code) const {
    write(late / (name.has_extension() ? name : name / "last_block.cu"), code);
  }
  Addition add() const { return add_to_class(late, both, folder); }
  Addition add(const fs::path& in) const { return add_to_class(in, both, folder); }
};

TEST_CASE("what is added is to be graded, and everything else stays graded") {
  const PreparedClass prepared;
  const Manifest before = prepared.manifest();
  prepared.hand_in("student-00", "new");
  prepared.hand_in("student-02", "late");
  prepared.hand_in("student-02/threadfence.cu", "lab 4 of student-02");
  prepared.hand_in("student-02/a.cuh", "a");
  prepared.hand_in("student-02/b.cuh", "b");
  prepared.hand_in("student-03", "found");
  prepared.hand_in("student-03/threadfence.cu", "late");
  const Addition addition = prepared.add();
  CHECK(addition.new_students == 1);
  CHECK(addition.renewed == 2);
  const Manifest after = prepared.manifest();
  CHECK(manifest_json(after) == manifest_json(addition.manifest));
  CHECK(after.seed == before.seed);
  REQUIRE(after.students.size() == 4);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(after.students[i].id == before.students[i].id);
    CHECK(after.students[i].student == before.students[i].student);
  }
  CHECK(student(after, "student-00").id == "0004");
  for (const auto& [name, status, text] :
       {std::tuple{"student-00", "waiting, not_handed", "new"},
        {"student-01", "graded, graded", "lab 1 of student-01"},
        {"student-02", "waiting, graded", "late"},
        {"student-03", "waiting, waiting", "found"}}) {
    CHECK(prepared.status(name) == status);
    CHECK(prepared.text(name, 0) == text);
  }
  CHECK(addition.lines ==
        std::vector<std::string>{
            "0004  student-00: new; 04_threadfence: There is no file threadfence.cu; "
            "there is last_block.cu.",
            "0002  student-02: new files for 01_last_block",
            "0003  student-03: new files for 01_last_block, 04_threadfence"});
  CHECK(student(after, "student-02").superseded ==
        std::vector<std::string>{"student-02 (an earlier copy)"});
}

TEST_CASE("a late copy takes no file away from a student") {
  const PreparedClass prepared;
  prepared.hand_in("student-01/threadfence.cu", "late");
  prepared.hand_in("student-02.zip", "no archive");
  const Addition addition = prepared.add();
  CHECK(addition.renewed == 1);
  CHECK(prepared.text("student-01", 0) == "lab 1 of student-01");
  CHECK(prepared.text("student-01", 1) == "late");
  CHECK(prepared.status("student-01") == "graded, waiting");
  CHECK(prepared.status("student-02") == "graded, graded");
  CHECK(addition.lines ==
        std::vector<std::string>{
            "0001  student-01: new files for 04_threadfence; 01_last_block stays: There "
            "is no file last_block.cu; there is threadfence.cu.",
            addition.lines.back()});
  CHECK(contains(addition.lines.back(),
                 "student-02: nothing new; 01_last_block stays: There is no file "
                 "last_block.cu.  student-02.zip: It is no archive"));
  // The reason why a file has been missing all along may have changed.
  prepared.hand_in("student-03/last.cu", "");
  prepared.add();
  CHECK(prepared.status("student-03") == "not_handed, graded");
  CHECK(contains(student(prepared.manifest(), "student-03").labs.at(kLab1).problem,
                 "there is last.cu."));
}

TEST_CASE("where platforms number what is handed in, the number says what is later") {
  const Scratch scratch;
  const auto both = labs({"1", "4"});
  const fs::path folder = scratch / "class-1", in = scratch / "class.zip";
  write_archive(in, {{"student01_1_20_last_block.cu", "20"},
                     {"student01_1_21_threadfence.cu", "21"},
                     {"student02_1_22_last_block.cu", "22"}});
  prepare(in, both, folder);
  const fs::path again = scratch / "again.zip";
  write_archive(again, {{"student01_1_9_last_block.cu", "9"},
                        {"student02_LATE_1_23_last_block-1.cu", "23"}});
  const Addition addition = add_to_class(again, both, folder);
  CHECK(addition.lines.front() ==
        "0001  student01_1: student01_1_9_last_block.cu does not count: "
        "student01_1_21_threadfence.cu is later.");
  CHECK(text_of(folder, "student01_1", both[0]) == "20");
  CHECK(text_of(folder, "student02_1", both[0]) == "23");
  const Manifest manifest = read_manifest(folder);
  const auto& first = student(manifest, "student01_1");
  const auto& second = student(manifest, "student02_1");
  CHECK(first.superseded == std::vector<std::string>{"student01_1_9_last_block.cu"});
  CHECK_FALSE(first.is_late);
  CHECK(second.superseded == std::vector<std::string>{"student02_1_22_last_block.cu"});
  CHECK(second.is_late);
  // A later single file replaces only its own lab's file.
  write_archive(again, {{"student01_LATE_1_30_threadfence-1.cu", "30"}});
  add_to_class(again, both, folder);
  CHECK(text_of(folder, "student01_1", both[0]) == "20");
  CHECK(text_of(folder, "student01_1", both[1]) == "30");
  CHECK(student(read_manifest(folder), "student01_1").is_late);
}

TEST_CASE("what is copied there by hand keeps its time, unless its name says late") {
  const Scratch scratch;
  const auto lab = labs({"1"});
  const fs::path folder = scratch / "class-1", in = scratch / "in",
                 by_hand = scratch / "by_hand";
  fs::create_directories(in);
  for (const char* name : {"student-01.zip", "student-02.zip"})
    write_archive(in / name, {{"last_block.cu", "1", "", 1000}});
  prepare(in, lab, folder);
  write(by_hand / "student-01" / "last_block.cu", "repaired");
  write(by_hand / "student-02_LATE" / "last_block.cu", "late");
  const Manifest manifest = add_to_class(by_hand, lab, folder).manifest;
  const auto& on_time = student(manifest, "student-01");
  const auto& late = student(manifest, "student-02");
  CHECK(on_time.handed == "student-01");
  CHECK(on_time.labs.at(kLab1).time == 1000);
  CHECK_FALSE(on_time.is_late);
  CHECK(late.labs.at(kLab1).time > 1000);
  CHECK(late.is_late);
}

TEST_CASE("adding the same again changes nothing, and an addition can be undone") {
  const PreparedClass prepared;
  const auto before = files_below(prepared.folder);
  CHECK_FALSE(prepared.add(prepared.scratch / "in").has_changed);
  auto after = files_below(prepared.folder);
  after.erase("lock");
  CHECK(after == before);
  prepared.hand_in("student-01", "late");
  prepared.hand_in("student-04", "new");
  CHECK(prepared.add().has_changed);
  CHECK(prepared.status("student-01") == "waiting, graded");
  fs::rename(manifest_before_add(prepared.folder), manifest_path(prepared.folder));
  CHECK(prepared.status("student-01") == "graded, graded");
  CHECK(prepared.text("student-01", 0) == "lab 1 of student-01");
  CHECK(prepared.manifest().students.size() == 3);
  // The files that the undone addition left on the disk do no harm.
  prepared.hand_in("student-01", "later");
  prepared.add();
  CHECK(prepared.text("student-01", 0) == "later");
}

TEST_CASE("an addition that is cut off leaves the class as it was") {
  const PreparedClass prepared;
  const auto before = files_below(prepared.folder);
  prepared.hand_in("student-01", "late");
  prepared.hand_in("student-04", "new");
  // This file makes the addition fail at the new student, after the late copy is written.
  write(prepared.folder / "submissions" / "0004", "");
  CHECK_THROWS_AS(prepared.add(), fs::filesystem_error);
  auto after = files_below(prepared.folder);
  for (const auto& [name, text] : before) CHECK(after[name] == text);
  CHECK(prepared.status("student-01") == "graded, graded");
  fs::remove(prepared.folder / "submissions" / "0004");
  // Files of the addition that was cut off do no harm, and none of them counts.
  const fs::path old = prepared.folder / "submissions/0001.2" / kLab1 / "old.cuh";
  write(old, "");
  prepared.add();
  CHECK(prepared.text("student-01", 0) == "late");
  CHECK(prepared.text("student-04", 0) == "new");
  CHECK_FALSE(fs::exists(old));
}

TEST_CASE("nothing is added to what is no class, or while another process works on it") {
  const PreparedClass prepared;
  prepared.hand_in("student-01", "late");
  CHECK_THROWS_WITH_AS(prepared.add(prepared.scratch / "none"),
                       doctest::Contains("neither a folder nor an archive"), UsageError);
  const Descriptor lock(
      ::open((prepared.folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  REQUIRE(::flock(lock.get(), LOCK_SH) == 0);  // A part is being graded.
  CHECK_THROWS_WITH_AS(prepared.add(), doctest::Contains("Another process"), UsageError);
  CHECK(prepared.status("student-01") == "graded, graded");
}

TEST_CASE("a copy whose name says so is the student's, and one with a number another's") {
  const PreparedClass prepared;
  prepared.hand_in("student-01_LATE", "late");
  prepared.hand_in("student-01-2", "late");
  const Addition addition = prepared.add();
  CHECK(addition.new_students == 1);
  CHECK(addition.renewed == 1);
  CHECK(prepared.text("student-01", 0) == "late");
  REQUIRE(addition.lines.size() == 4);
  CHECK(
      contains(addition.lines[1],
               "new files for 01_last_block, from student-01_LATE, a copy by its name"));
  CHECK(addition.lines[2] ==
        "student-01-2 looks like a copy of student-01: they count as two students.");
  CHECK(contains(addition.lines[3], "undo this, give it the student's own name"));
  // A remark is made only once.
  prepared.hand_in("student-05", "new");
  fs::remove_all(prepared.late / "student-01_LATE");
  fs::remove_all(prepared.late / "student-01-2");
  CHECK(prepared.add().lines.size() == 1);
}

TEST_CASE("a name without the platform's id is that of the only student who has it") {
  const Scratch scratch;
  const auto lab = labs({"1"});
  const fs::path folder = scratch / "class-1", in = scratch / "class.zip",
                 late = scratch / "late";
  write_archive(in, {{"student13_1013_20_last_block.cu", "1"},
                     {"student14_1014_21_last_block.cu", "2"},
                     {"student14_1015_22_last_block.cu", "3"}});
  prepare(in, lab, folder);
  const auto add = [&](const char* name, const char* text) {
    fs::remove_all(late);
    write(late / name / "last_block.cu", text);
    return add_to_class(late, lab, folder);
  };
  CHECK(
      add("student13", "by hand").lines ==
      std::vector<std::string>{"0001  student13_1013: new files for 01_last_block, from "
                               "student13, the only student of this name"});
  CHECK(add("student13", "again").new_students == 0);  // Its own name is known no longer.
  CHECK(add("student13_LATE", "late").renewed == 1);
  CHECK(student(read_manifest(folder), "student13_1013").is_late);
  CHECK_THROWS_WITH_AS(add("student14", "whose?"),
                       doctest::Contains("Whose is \"student14\"?  It may be that of "
                                         "student14_1014 or student14_1015."),
                       UsageError);
  CHECK(read_manifest(folder).students.size() == 3);
  // A known name with another person's number, and names that no platform made.
  for (const char* name : {"student13_1099_30_last_block.cu", "team_2", "team"})
    CHECK(add(name, "new").new_students == 1);
}

TEST_CASE("class add says what became of whom, and what comes next") {
  const PreparedClass prepared;
  const std::string folder = prepared.folder.string(), late = prepared.late.string();
  prepared.hand_in("student-01", "late");
  prepared.hand_in("student-04", "new");
  prepared.hand_in("student-04/threadfence.cu", "new");
  must_say(step({"add", folder, late}),
           {"0001  student-01: new files for 01_last_block; 04_threadfence",
            "0004  student-04: new\n", "New students: 1; new files: 1; nothing new: 0.",
            "Next: ./gridlock class resume " + shell_quoted(folder)});
  CHECK(contains(refusal_of({"add", late, folder}), "The class comes first"));
  CHECK(contains(refusal_of({"add", late, late}),
                 "holds no class.  Begin with ./gridlock class prepare."));
}

TEST_CASE("commands that name a folder with a blank can be copied as they are printed") {
  const Scratch scratch;
  const fs::path folder = scratch / "my class";
  write(scratch / "in" / "student-01" / "last_block.cu", "one");
  const auto words = prepare_lab1(scratch / "in", folder);
  must_say(step(words), {"1 student, 1 lab; 1 of 1 files are there.",
                         "Next: ./gridlock class grade \"" + folder.string() + "\"\n"});
  CHECK(contains(refusal_of(words), "./gridlock class add \"" + folder.string() + "\" "));
}

}  // namespace gridlock::test_add
