// What an instructor gets back: gradebooks, messages, warnings, and nothing left over.
#include <sys/file.h>

#include "class/lock.h"
#include "tests/class/submissions.h"

namespace gridlock::test_hand_back {

const char* const kCanvas =
    "Student,ID,SIS Login ID,Section,Lab 01 (77)\n    Points Possible,,,,100\n"
    "\"One, Student\",1001,one,A,\n\"Two, Student\",1002,two,A,\n"
    "\"Three, Student\",1003,three,A,\n";

const std::string kWorksheet =
    "Identifier,Full name,Grade,Maximum Grade,Last modified (submission)\nParticipant ";

/// The arguments of a step, followed by the option that names its roster.
std::vector<std::string> with_roster(std::vector<std::string> words,
                                     const fs::path& roster) {
  words.insert(words.end(), {"--roster", roster.string()});
  return words;
}

/// A class of two students in Canvas, with a report.  One student has points by hand, the
/// other one handed in no usable file.
struct SetClass {
  Scratch scratch;
  fs::path folder = scratch / "class-1";
  std::string name = folder.string();

  SetClass() {
    write_archive(scratch / "in.zip", {{"onestudent_1001_2001_last_block.cu", "1"},
                                       {"twostudent_LATE_1002_2002_notes.txt", "2"}});
    step(with_roster(prepare_lab1(scratch / "in.zip", folder),
                     scratch.write("canvas.csv", kCanvas)));
    write(folder / "overrides.csv", "onestudent,1,80,by hand\n");
    step({"report", name});
  }
  std::string read(const char* file) const { return read_file(folder / file); }
  std::map<std::string, std::string> files() const {
    auto files = files_below(folder);
    std::erase_if(files, [](auto& file) { return file.first.starts_with("send/"); });
    return files;
  }
};

TEST_CASE("a message to look at changes nothing else, and goes to the table's address") {
  const SetClass set;
  const auto before = set.files();
  const fs::path addresses =
      set.scratch.write("addresses.csv", "id,email\n1001,one@example.org\n");
  must_say(
      step(with_roster({"send", set.name, "--dry-run"}, addresses)),
      {"1 message, none of them sent", "No address in the roster: twostudent_1002."});
  must_say(
      set.read("send/messages.mbox"),
      {"To: Student One <one@example.org>", "Subject: Your points: lab 1, The last block",
       "\nLab 1, The last block: 80 of 100 points\n\nThe attached page"});
  CHECK(contains(refusal_of({"send", set.name, "--smtp", "127.0.0.1:1"}),
                 "--from ADDRESS"));
  CHECK(set.files() == before);
}

TEST_CASE("a report leaves no file behind that does not belong to it") {
  const SetClass set;
  const fs::path report = set.folder / "report";
  write(report / "students/0009.html", "An addition that was undone.");
  step(with_roster({"report", set.name},
                   set.scratch.write("moodle.csv",
                                     "id,name,email\n"
                                     "1001,Student One,one@example.org\n")));
  for (const char* file : {"moodle.csv", "students/0002.html"})
    CHECK_MESSAGE(fs::exists(report / file), file);
  for (const char* file : {"canvas.csv", "students/0009.html"})
    CHECK_FALSE_MESSAGE(fs::exists(report / file), file);
}

TEST_CASE("who handed in no usable file has 0 in both tables, and who nothing, nothing") {
  const SetClass set;
  const std::string grades = set.read("report/grades.csv");
  CHECK(grades.starts_with("\xEF\xBB\xBFstudent,"));  // Excel knows UTF-8 by this mark.
  CHECK(contains(grades, "twostudent_1002,0,0,"));
  const std::string canvas = set.read("report/canvas.csv");
  CHECK(canvas.starts_with("Student,"));  // Canvas does not know that mark.
  must_say(canvas, {"1001,one,A,80\n", "1002,two,A,0\n", "1003,three,A,\n"});
  CHECK(contains(set.read("report/index.html"),
                 "without those who handed in no file that can be graded"));
}

TEST_CASE("points above the maximum are named") {
  const SetClass set;
  const std::string above = "Look at this first:\n  overrides.csv gives";
  CHECK_FALSE(contains(step({"report", set.name}), above));
  write(set.folder / "overrides.csv", "onestudent,1,120,by hand\n");
  for (const std::string command : {"report", "status"})
    CHECK(contains(step({command, set.name}),
                   above + " onestudent_1001 more than there is for lab 1: 120 of 100."));
}

TEST_CASE("the status says that a class is being graded") {
  const SetClass set;
  const std::string runs = "Another process works on this class at the moment";
  CHECK_FALSE(contains(step({"status", set.name}), runs));
  const Descriptor lock = lock_in_class(set.folder, kClassLock, LOCK_SH);
  CHECK(contains(step({"status", set.name}), runs));
}

TEST_CASE("the status says that nobody is late by the times of a download") {
  const Scratch scratch;
  const fs::path in = scratch / "in", folder = scratch / "class-1";
  for (const char* name : {"student-01", "student-02", "student-03"})
    write(in / name / "last_block.cu", name);
  const std::string download = "All files have nearly one time";
  CHECK(contains(step(prepare_lab1(in, folder)), download));
  // A worksheet says when people handed in, whatever the times of the files are.
  const fs::path worksheet =
      scratch.write("worksheet.csv", kWorksheet + "1,student-01,,50.00,-\n");
  CHECK_FALSE(contains(
      step(with_roster(prepare_lab1(in, scratch / "class-2"), worksheet)), download));
  const auto status = [&] {  // It ends with 3: nothing is graded yet.
    return run_process(own({"status", folder.string()})).output;
  };
  const std::string unknown = "Of 3 files nothing says when it was handed in";
  CHECK_FALSE(contains(status(), unknown));
  write(folder / "course.toml",
        "late_per_day = 10\n[lab.1]\ndeadline = 2026-11-01T23:59:00+01:00\n");
  CHECK(contains(status(), unknown));
}

TEST_CASE("times of a worksheet that cannot be read are told by each command") {
  const Scratch scratch;
  const fs::path in = scratch / "in.zip", folder = scratch / "class-1";
  const std::string name = folder.string();
  write_archive(in, {{"Student One_4711_assignsubmission_file_notes.txt", "1"}});
  const fs::path roster = scratch.write(
      "roster.csv", kWorksheet + "4711,Student One,,50.00,29.11.26 23:58\n");
  const std::vector<std::vector<std::string>> steps{
      with_roster(prepare_lab1(in, folder), roster),
      {"grade", name, "--trust-submissions"},
      {"report", name},
      {"status", name}};
  for (const auto& each : steps) {
    const std::string said = step(each);
    CHECK(contains(said, "Look at this first:\n  LATE OR NOT?  For 1 person"));
    if (each[0] == "prepare") CHECK(contains(said, "--time-zone Europe/Berlin"));
  }
  CHECK(
      contains(run_process(own({"add", name, in.string()})).output, "New students: 0;"));
}

TEST_CASE("prepare names who is late, and git leaves what was handed in alone") {
  const SetClass set;
  CHECK(set.read(".gitignore") == "*\n");
  CHECK(contains(step(prepare_lab1(set.scratch / "in.zip", set.scratch / "class-2")),
                 "Late, by the platform's mark: twostudent_1002.\n"));
}

TEST_CASE("a zip's times and a worksheet's are of the zone that prepare was told") {
  const Scratch scratch;
  const fs::path in = scratch / "in.zip";
  // Python's zipfile writes local times, without their zone.
  REQUIRE(run_process({{"python3", "-c",
                        "import sys, zipfile\n"
                        "with zipfile.ZipFile(sys.argv[1], 'w') as out:\n"
                        "  info = zipfile.ZipInfo('student-01/last_block.cu',"
                        " (2026, 11, 29, 23, 30, 0))\n"
                        "  out.writestr(info, 'x')\n",
                        in.string()}})
              .ok());
  const auto words = [&](const std::string& zone) {
    auto all = prepare_lab1(in, scratch / zone);
    all.insert(all.end(), {"--time-zone", zone});
    return all;
  };
  // date -d 2026-11-29T23:30Z +%s
  for (const auto& [zone, time] :
       {std::pair{"UTC", 1795995000}, {"Europe/Berlin", 1795995000 - 3600}}) {
    step(words(zone));
    const Manifest manifest = read_manifest(scratch / zone);
    CHECK(manifest.students[0].labs.at(kLab1).time == time);
    CHECK(manifest.time_zone == zone);
  }
  CHECK(contains(refusal_of(words("Berlin")), "There is no time zone \"Berlin\""));
}

TEST_CASE("pages say of which lab they are, and the anonymous one has no empty column") {
  const SetClass set;
  must_say(set.read("report/index.html"),
           {"<title>The class: lab 1, The last block</title>", "student</th>"});
  CHECK(contains(set.read("report/students/0001.html"),
                 "<title>Student One: lab 1, The last block</title>"));
  must_not_say(set.read("report/anonymous.html"), {"student</th>", "<td></td>"});
}

}  // namespace gridlock::test_hand_back
