// What an instructor gets back: gradebooks, messages, warnings, and nothing left over.
#include <doctest/doctest.h>
#include <sys/file.h>

#include "class/lock.h"
#include "common/scratch_folder.h"
#include "common/text.h"
#include "tests/class/submissions.h"

namespace gridlock::test_hand_back {
namespace fs = std::filesystem;

namespace {

const char* const kCanvas =
    "Student,ID,SIS Login ID,Section,Lab 01 (77)\n    Points Possible,,,,100\n"
    "\"One, Student\",1001,one,A,\n\"Two, Student\",1002,two,A,\n"
    "\"Three, Student\",1003,three,A,\n";

/// A class of two students in Canvas: one has points by hand, one handed in no usable
/// file.
struct SetClass {
  ScratchFolder scratch{"class"};
  fs::path folder = scratch.path() / "class-1";

  SetClass() {
    const fs::path in = scratch.path() / "in.zip", roster = scratch.path() / "canvas.csv";
    write_archive(in, {{"onestudent_1001_2001_last_block.cu", "1", ""},
                       {"twostudent_LATE_1002_2002_notes.txt", "2", ""}});
    write(roster, kCanvas);
    run({"prepare", in.string(), "--lab", "1", "--out", folder.string(), "--roster",
         roster.string()});
    write(folder / "overrides.csv", "onestudent,1,80,by hand\n");
  }
  std::string run(const std::vector<std::string>& arguments) const {
    const ProcessResult done = run_process(own(arguments));
    CHECK_MESSAGE(done.ok(), done.output, done.errors);
    return done.output;
  }
  std::string report(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"report", folder.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && !contains(entry.path().string(), "/send/"))
        files[entry.path().string()] = read_file(entry.path());
    return files;
  }
};

}  // namespace

TEST_CASE("a message to look at changes nothing else, and goes to the table's address") {
  const SetClass set;
  set.report();
  const auto before = set.files();
  const fs::path addresses = set.scratch.path() / "addresses.csv";
  write(addresses, "id,email\n1001,one@example.org\n");
  const std::string said =
      set.run({"send", set.folder.string(), "--dry-run", "--roster", addresses.string()});
  CHECK(contains(said, "1 message, none of them sent"));
  CHECK(contains(said, "No address in the roster: twostudent_1002."));
  const std::string box = read_file(set.folder / "send/messages.mbox");
  CHECK(contains(box, "To: Student One <one@example.org>"));
  CHECK(contains(box, "Subject: Your points: lab 1, The last block"));
  CHECK(contains(box, "\nLab 1, The last block: 80 of 100 points\n\nThe attached page"));
  const ProcessResult from_nobody =
      run_process(own({"send", set.folder.string(), "--smtp", "127.0.0.1:1"}));
  CHECK(from_nobody.exit_code == 2);
  CHECK(contains(from_nobody.errors, "--from ADDRESS"));
  CHECK(set.files() == before);
}

TEST_CASE("a report leaves no file behind that does not belong to it") {
  const SetClass set;
  set.report();
  write(set.folder / "report/students/0009.html", "An addition that was undone.");
  const fs::path other = set.scratch.path() / "moodle.csv";
  write(other, "id,name,email\n1001,Student One,one@example.org\n");
  set.report({"--roster", other.string()});
  CHECK(fs::exists(set.folder / "report/moodle.csv"));
  CHECK_FALSE(fs::exists(set.folder / "report/canvas.csv"));
  CHECK_FALSE(fs::exists(set.folder / "report/students/0009.html"));
  CHECK(fs::exists(set.folder / "report/students/0002.html"));
}

TEST_CASE("who handed in no usable file has 0 in both tables, and who nothing, nothing") {
  const SetClass set;
  set.report();
  const std::string grades = read_file(set.folder / "report/grades.csv");
  CHECK(grades.starts_with("\xEF\xBB\xBFstudent,"));  // Excel knows UTF-8 by this mark.
  CHECK(contains(grades, "twostudent_1002,0,0,"));
  const std::string canvas = read_file(set.folder / "report/canvas.csv");
  CHECK(canvas.starts_with("Student,"));  // Canvas does not know that mark.
  CHECK(contains(canvas, "1001,one,A,80\n"));
  CHECK(contains(canvas, "1002,two,A,0\n"));
  CHECK(contains(canvas, "1003,three,A,\n"));
  CHECK(contains(read_file(set.folder / "report/index.html"),
                 "without those who handed in no file that can be graded"));
}

TEST_CASE("points above the maximum are named") {
  const SetClass set;
  const std::string above = "overrides.csv gives";
  CHECK_FALSE(contains(set.report(), above));
  write(set.folder / "overrides.csv", "onestudent,1,120,by hand\n");
  for (const std::string step : {"report", "status"})
    CHECK(contains(set.run({step, set.folder.string()}),
                   "Look at this first:\n  " + above +
                       " onestudent_1001 more than there is for lab 1: 120 of 100."));
}

TEST_CASE("the status says that a class is being graded") {
  const SetClass set;
  const std::string runs = "Another process works on this class at the moment";
  CHECK_FALSE(contains(set.run({"status", set.folder.string()}), runs));
  const Descriptor lock = lock_in_class(set.folder, kClassLock, LOCK_SH);
  CHECK(contains(set.run({"status", set.folder.string()}), runs));
}

TEST_CASE("the status says that nobody is late by the times of a download") {
  const ScratchFolder scratch("class");
  const fs::path in = scratch.path() / "in", folder = scratch.path() / "class-1";
  for (const char* name : {"student-01", "student-02", "student-03"})
    write(in / name / "last_block.cu", name);
  REQUIRE(
      run_process(own({"prepare", in.string(), "--lab", "1", "--out", folder.string()}))
          .ok());
  // A worksheet says when people handed in, whatever the times of the files are.
  const std::string download = "All files have nearly one time";
  const fs::path worksheet = scratch.path() / "worksheet.csv";
  write(worksheet,
        "Identifier,Full name,Grade,Maximum Grade,Last modified (submission)\n"
        "Participant 1,student-01,,50.00,-\n");
  std::vector<std::string> again{"prepare", in.string(),
                                 "--lab",   "1",
                                 "--out",   (scratch.path() / "class-2").string()};
  CHECK(contains(run_process(own(again)).output, download));
  again.back() = (scratch.path() / "class-3").string();
  again.insert(again.end(), {"--roster", worksheet.string()});
  CHECK_FALSE(contains(run_process(own(again)).output, download));
  const std::string unknown = "Of 3 files nothing says when it was handed in";
  const auto status = [&] {
    return run_process(own({"status", folder.string()})).output;
  };
  CHECK_FALSE(contains(status(), unknown));
  write(folder / "course.toml",
        "late_per_day = 10\n[lab.1]\ndeadline = 2026-11-01T23:59:00+01:00\n");
  CHECK(contains(status(), unknown));
}

TEST_CASE("times of a worksheet that cannot be read are told by each command") {
  const ScratchFolder scratch("class");
  const fs::path in = scratch.path() / "in.zip", folder = scratch.path() / "class-1";
  write_archive(in, {{"Student One_4711_assignsubmission_file_notes.txt", "1", ""}});
  write(scratch.path() / "roster.csv",
        "Identifier,Full name,Grade,Maximum Grade,Last modified (submission)\n"
        "Participant 4711,Student One,,50.00,29.11.26 23:58\n");
  const auto told = [&](const std::vector<std::string>& arguments) {
    const ProcessResult done = run_process(own(arguments));
    CHECK_MESSAGE(done.ok(), done.errors);
    CHECK(contains(done.output, "Look at this first:\n  LATE OR NOT?  For 1 person"));
    return done.output;
  };
  const std::string zone = "--time-zone Europe/Berlin";
  CHECK(contains(told({"prepare", in.string(), "--lab", "1", "--out", folder.string(),
                       "--roster", (scratch.path() / "roster.csv").string()}),
                 zone));
  told({"grade", folder.string(), "--trust-submissions"});
  for (const char* step : {"report", "status"}) told({step, folder.string()});
  const ProcessResult added = run_process(own({"add", folder.string(), in.string()}));
  CHECK(contains(added.output, "New students: 0;"));
}

TEST_CASE("prepare names who is late, and git leaves what was handed in alone") {
  const SetClass set;
  CHECK(read_file(set.folder / ".gitignore") == "*\n");
  const fs::path in = set.scratch.path() / "in.zip";
  CHECK(contains(set.run({"prepare", in.string(), "--lab", "1", "--out",
                          (set.scratch.path() / "class-2").string()}),
                 "Late, by the platform's mark: twostudent_1002.\n"));
}

TEST_CASE("a zip's times and a worksheet's are of the zone that prepare was told") {
  const ScratchFolder scratch("class");
  const fs::path in = scratch.path() / "in.zip";
  // Python's zipfile writes the time of a clock on the wall, and no zone.
  REQUIRE(run_process({{"python3", "-c",
                        "import sys, zipfile\n"
                        "with zipfile.ZipFile(sys.argv[1], 'w') as out:\n"
                        "  info = zipfile.ZipInfo('student-01/last_block.cu',"
                        " (2026, 11, 29, 23, 30, 0))\n"
                        "  out.writestr(info, 'x')\n",
                        in.string()}})
              .ok());
  const auto time_in = [&](const std::string& zone) {
    const fs::path folder = scratch.path() / zone;
    const ProcessResult done =
        run_process(own({"prepare", in.string(), "--lab", "1", "--out", folder.string(),
                         "--time-zone", zone}));
    CHECK_MESSAGE(done.ok(), done.errors);
    return read_manifest(folder).students[0].labs.at(kLab1).time;
  };
  CHECK(time_in("UTC") == 1795995000);  // date -d 2026-11-29T23:30Z +%s
  CHECK(time_in("Europe/Berlin") == 1795995000 - 3600);
  CHECK(read_manifest(scratch.path() / "Europe/Berlin").time_zone == "Europe/Berlin");
  const ProcessResult none =
      run_process(own({"prepare", in.string(), "--lab", "1", "--out",
                       (scratch.path() / "none").string(), "--time-zone", "Berlin"}));
  CHECK(none.exit_code == 2);
  CHECK(contains(none.errors, "There is no time zone \"Berlin\""));
}

TEST_CASE("pages say of which lab they are, and the anonymous one has no empty column") {
  const SetClass set;
  set.report();
  const auto page = [&](const char* name) {
    return read_file(set.folder / "report" / name);
  };
  CHECK(contains(page("index.html"), "<title>The class: lab 1, The last block</title>"));
  CHECK(contains(page("students/0001.html"),
                 "<title>Student One: lab 1, The last block</title>"));
  CHECK(contains(page("index.html"), "student</th>"));
  CHECK_FALSE(contains(page("anonymous.html"), "student</th>"));
  CHECK_FALSE(contains(page("anonymous.html"), "<td></td>"));
}

}  // namespace gridlock::test_hand_back
