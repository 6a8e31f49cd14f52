// Work that is the same byte for byte is judged once, and reported for each student.
#include "class/stories.h"
#include "tests/class/submissions.h"

namespace gridlock::test_same_files {

/// A class of three in which the first and the last student handed in the same work, with
/// a grader that counts its checks.
struct ClassOfThree : RunClass {
  int checks = 0;
  std::string end_of_check = "exit 1";
  std::size_t done = 0, all = 0;  ///< Counts in the last progress report.

  ClassOfThree() {
    for (const char* hash : {"hash", "other", "hash"}) add_with_files("student", hash);
    run.own_process = [this](const std::vector<std::string>& arguments) {
      return arguments.front() == "check" ? check() : trace(arguments.back());
    };
    run.progress = [this](std::size_t now, std::size_t of, std::size_t) {
      done = now;
      all = of;
    };
  }
  fs::path story(std::size_t student) const {
    return story_path(scratch.path(), manifest.students.at(student), kLab1);
  }

 private:
  ProcessRequest check() {
    ++checks;
    ordered_json lab{{"lab", kLab1}, {"score", 5}, {"max_score", 100}};
    const ordered_json failed{{"verdict", "data_race"}, {"replay", "a schedule"}};
    lab["checks"] = ordered_json::array({failed});
    const ordered_json output{{"labs", ordered_json::array({lab})}};
    return {{"/bin/sh", "-c", "printf '%s' '" + output.dump() + "'; " + end_of_check}};
  }
  static ProcessRequest trace(const std::string& out) {
    return {{"/bin/sh", "-c", "echo a story > \"$1\"", "sh", out}};
  }
};

TEST_CASE("on the simulator, work that is the same is judged once") {
  ClassOfThree three;
  CHECK(grade_class(three.run) == 0);
  CHECK(three.checks == 2);
  CHECK(three.done == 3);
  CHECK(three.all == 3);
  CHECK(three.record_at(2).score == 5);
  CHECK(three.record_at(2).max_score == 100);
  CHECK(three.record_at(2).result == three.record_at(0).result);
  CHECK(three.record_at(2).run.value("same_files_as", "") == "0001");
  CHECK(!three.record_at(0).run.contains("same_files_as"));
  CHECK(!three.record_at(1).run.contains("same_files_as"));
  CHECK(read_file(three.story(2)) == read_file(three.story(0)));
}

TEST_CASE("a later run knows what an earlier one has found, but --again believes none") {
  ClassOfThree three;
  CHECK(grade_class(three.run) == 0);
  remove_record(three.scratch.path(), three.manifest.students[2], three.lab.front());
  fs::remove(three.story(2));
  CHECK(grade_class(three.run) == 0);
  CHECK(three.checks == 2);
  CHECK(three.record_at(2).score == 5);
  CHECK(fs::exists(three.story(2)));
  three.run.again = true;
  CHECK(grade_class(three.run) == 0);
  CHECK(three.checks == 4);
  CHECK(three.all == 3);
}

TEST_CASE("of two works with one hash, each is judged if their files differ") {
  ClassOfThree three;
  for (const std::size_t student : {0, 2}) {
    const fs::path file =
        work_path(three.scratch.path(), three.manifest.students[student], three.lab[0]);
    fs::create_directories(file.parent_path());
    write_file_atomic(file, "of student " + std::to_string(student));
  }
  CHECK(grade_class(three.run) == 0);
  CHECK(three.checks == 3);
  CHECK(!three.record_at(2).run.contains("same_files_as"));
}

TEST_CASE("work that is not done in time is at fault only if the reference is done") {
  for (const bool machine_is_slow : {false, true}) {
    ClassOfThree three;
    three.run.wall_limit = std::chrono::milliseconds(100);
    if (machine_is_slow) three.run.reference_limit = three.run.wall_limit;
    three.run.own_process = [&](const std::vector<std::string>& arguments) {
      const bool of_reference = arguments.at(2) == "--solution";
      return ProcessRequest{
          {"/bin/sleep", of_reference && !machine_is_slow ? "0" : "1000"}};
    };
    CHECK(grade_class(three.run) == (machine_is_slow ? 3 : 0));
    CHECK(three.record_at(0).status ==
          (machine_is_slow ? RecordStatus::grader_error : RecordStatus::too_slow));
    CHECK(three.record_at(0).score.has_value() == !machine_is_slow);
  }
}

TEST_CASE("what a GPU showed of the same work, and a fault, is nobody else's") {
  ClassOfThree three;
  SUBCASE("a GPU runs it another way each time") { three.manifest.on = "all"; }
  SUBCASE("a fault may be the machine's") { three.end_of_check = "exit 3"; }
  grade_class(three.run);
  CHECK(three.checks == 3);
  CHECK(!three.record_at(2).run.contains("same_files_as"));
}

}  // namespace gridlock::test_same_files
