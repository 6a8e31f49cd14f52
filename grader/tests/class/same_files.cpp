// Work that is the same byte for byte: judged once, and reported for each student.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "class/run_all.h"
#include "class/stories.h"
#include "common/files.h"
#include "common/scratch_folder.h"
#include "tests/class/submissions.h"

namespace gridlock::test_same_files {
namespace {

/// A class of three in which the first and the last handed in the same, with a grader
/// that counts its checks.
struct ClassOfThree {
  ScratchFolder folder{"class"};
  Manifest manifest{{kLab1}, 7, "sim", {}};
  std::vector<Lab> lab = labs({"1"});
  ClassRun run{folder.path(), manifest, lab, {}, false, {}, 1, "grader", {}, {}};
  int checks = 0;
  std::string end_of_check = "exit 1";
  std::size_t done = 0, all = 0;  ///< Of the last progress.

  ClassOfThree() {
    fs::create_directories(folder.path() / "records");
    add("0001", "hash");
    add("0002", "other");
    add("0003", "hash");
    run.own_process = [this](const std::vector<std::string>& arguments) {
      return arguments.front() == "check" ? check() : trace(arguments.back());
    };
    run.progress = [this](std::size_t now, std::size_t of, std::size_t) {
      done = now;
      all = of;
    };
  }
  Record record(std::size_t student) const {
    const StudentWork& work = manifest.students.at(student);
    return record_of(folder.path(), work, key_of(run, work, lab.front()));
  }
  fs::path story(std::size_t student) const {
    return story_path(folder.path(), manifest.students.at(student), kLab1);
  }

 private:
  void add(const std::string& id, const std::string& hash) {
    manifest.students.push_back(
        {id, "student-" + id, "", false, {}, {{kLab1, {hash, ""}}}});
  }
  ProcessRequest check() {
    ++checks;
    const ordered_json failed{{"verdict", "data_race"}, {"replay", "a schedule"}};
    const ordered_json judged{{"lab", kLab1},
                              {"score", 5},
                              {"max_score", 100},
                              {"checks", ordered_json::array({failed})}};
    const ordered_json output{{"labs", ordered_json::array({judged})}};
    return {{"/bin/sh", "-c", "printf '%s' '" + output.dump() + "'; " + end_of_check}};
  }
  static ProcessRequest trace(const std::string& out) {
    return {{"/bin/sh", "-c", "echo a story > \"$1\"", "sh", out}};
  }
};

}  // namespace

TEST_CASE("on the simulator, work that is the same is judged once") {
  ClassOfThree three;
  CHECK(grade_class(three.run) == 0);
  CHECK(three.checks == 2);
  CHECK(three.done == 3);
  CHECK(three.all == 3);
  CHECK(three.record(2).score == 5);
  CHECK(three.record(2).max_score == 100);
  CHECK(three.record(2).result == three.record(0).result);
  CHECK(three.record(2).run.value("same_files_as", "") == "0001");
  CHECK(!three.record(0).run.contains("same_files_as"));
  CHECK(!three.record(1).run.contains("same_files_as"));
  CHECK(read_file(three.story(2)) == read_file(three.story(0)));
}

TEST_CASE("a later run knows what an earlier one has found, but --again believes none") {
  ClassOfThree three;
  CHECK(grade_class(three.run) == 0);
  remove_record(three.folder.path(), three.manifest.students[2], three.lab.front());
  fs::remove(three.story(2));
  CHECK(grade_class(three.run) == 0);
  CHECK(three.checks == 2);
  CHECK(three.record(2).score == 5);
  CHECK(fs::exists(three.story(2)));
  three.run.again = true;
  CHECK(grade_class(three.run) == 0);
  CHECK(three.checks == 4);
  CHECK(three.all == 3);
}

TEST_CASE("what a GPU showed of the same work, and a fault, is nobody else's") {
  ClassOfThree three;
  SUBCASE("a GPU runs it another way each time") { three.manifest.on = "all"; }
  SUBCASE("a fault may be the machine's") { three.end_of_check = "exit 3"; }
  grade_class(three.run);
  CHECK(three.checks == 3);
  CHECK(!three.record(2).run.contains("same_files_as"));
}

}  // namespace gridlock::test_same_files
