// gridlock class report --lab: a report of one lab, beside the report of the class.
#include "tests/class/submissions.h"

namespace gridlock::test_report_of_lab {

TEST_CASE("class report --lab reports one lab, beside the report of the class") {
  const Scratch scratch;
  const fs::path in = scratch / "in", folder = scratch / "class-1";
  write(in / "student-01" / "notes.txt", "I have done nothing.");
  write(in / "student-02" / "threadfence.cu", "still to be graded");
  const std::string name = folder.string();
  step({"prepare", in.string(), "--lab", "1", "--lab", "4", "--out", name});
  write(folder / "overrides.csv", "student-01,4,80,by hand\nstudent-02,1,7,by hand\n");
  const fs::path report = folder / "report";

  step({"report", name, "--lab", "1"});
  CHECK(read_file(report / "01_last_block/grades.csv") ==
        "\xEF\xBB\xBFstudent,01_last_block,total,notes\n"
        "student-01,0,0,01_last_block: There is no file last_block.cu.\n"
        "student-02,7,7,01_last_block: set to 7: by hand\n");
  for (const char* file : {"index.html", "anonymous.html", "junit.xml",
                           "students/0001.html", "gradescope/0002.json"}) {
    CAPTURE(file);
    CHECK(fs::exists(report / "01_last_block" / file));
    CHECK_FALSE(contains(read_file(report / "01_last_block" / file), "04_threadfence"));
  }
  CHECK(!fs::exists(report / "grades.csv"));
  CHECK(!fs::exists(report / "04_threadfence"));

  CHECK(run_process(own({"report", name})).exit_code == 3);  // Lab 04 is to be graded.
  CHECK(contains(read_file(report / "grades.csv"), "student-01,0,80,80,"));
  const auto both = run_process(own({"report", name, "--lab", "4", "--lab", "1"}));
  CHECK(both.exit_code == 3);
  CHECK(contains(both.output, "student-02 04_threadfence"));
  CHECK(fs::exists(report / "04_threadfence/grades.csv"));
  CHECK(contains(refusal_of({"report", name, "--lab", "2"}),
                 "This class has no 02_lock_barrier.  Its labs are "
                 "01_last_block, 04_threadfence."));
}

TEST_CASE("records of another build count, and every step of a class says how many") {
  const Scratch scratch;
  const fs::path in = scratch / "in", folder = scratch / "class-1";
  write(in / "student-01" / "last_block.cu", "#error unfinished\n");
  write(in / "student-02" / "last_block.cu", "#error begun\n");
  const std::string name = folder.string(), told = " of another build of gridlock";
  step(prepare_lab1(in, folder));
  const std::vector<std::string> grade{"grade", name, "--trust-submissions"};
  CHECK_FALSE(contains(step(grade), told));
  const fs::path file = folder / "records/0001-01_last_block.json";
  ordered_json record = ordered_json::parse(read_file(file));
  const std::string grader = record["key"]["grader"];
  record["key"]["grader"] = "gridlock 0.1.0";  // All builds had this key once.
  write(file, record.dump());
  for (const auto& each : std::vector<std::vector<std::string>>{
           grade, {"status", name}, {"merge", name}, {"report", name}})
    must_say(step(each), {"1 record is" + told,
                          "./gridlock class grade " + shell_quoted(name) + " --again\n"});
  CHECK(ordered_json::parse(read_file(file)) == record);  // Nothing was graded again.
  CHECK_FALSE(contains(step({"grade", name, "--again", "--trust-submissions"}), told));
  CHECK(ordered_json::parse(read_file(file))["key"]["grader"] == grader);
}

}  // namespace gridlock::test_report_of_lab
