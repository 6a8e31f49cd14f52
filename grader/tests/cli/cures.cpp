// gridlock check names a change that repairs a submission, and it does: the real command
// with the real simulator.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "common/files.h"
#include "common/scratch_folder.h"
#include "common/subprocess.h"

namespace gridlock::test_cures {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// `check` of a lab in this tree, by default of lab 4.
ProcessResult check(const fs::path& file, std::vector<std::string> more,
                    const std::string& lab = "4") {
  ProcessRequest request;
  request.argv = {GRIDLOCK_BIN_DIR "/gridlock",
                  "check",
                  lab,
                  "--on",
                  "sim",
                  "--submission",
                  file.string()};
  request.argv.insert(request.argv.end(), more.begin(), more.end());
  request.environment = {
      {"GRIDLOCK_ROOT", GRIDLOCK_SOURCE_DIR},
      {"GRIDLOCK_BUILD_DIR", fs::path(GRIDLOCK_BIN_DIR).parent_path().string()}};
  request.output_limit = 64 << 20;
  return run_process(request);
}

const fs::path kNoFence = fs::path(GRIDLOCK_SOURCE_DIR) /
                          "solutions/04_threadfence/mistakes/fence_after_unlock.cu";

TEST_SUITE("full") {
  TEST_CASE("a cure is named, and the text with it passes under other schedules") {
    const ScratchFolder folder("gridlock-test");
    const fs::path file = folder.path() / "threadfence.cu";
    ProcessRequest expand;
    expand.argv = {GRIDLOCK_BIN_DIR "/gridlock", "expand", kNoFence.string()};
    expand.environment = {{"GRIDLOCK_ROOT", GRIDLOCK_SOURCE_DIR}};
    std::string text = run_process(expand).output;
    write_file_atomic(file, text);
    const json lab = json::parse(check(file, {"--json", "-"}).output).at("labs").at(0);
    REQUIRE(lab.contains("cure"));
    const json& cure = lab.at("cure");
    INFO(cure.dump());
    CHECK(lab.at("cures_tried") >= 1);
    CHECK(cure.at("words").get<std::string>().find("__threadfence()") !=
          std::string::npos);
    CHECK(cure.at("checks_passed") == lab.at("checks").size());
    text.replace(cure.at("offset"), cure.at("length"),
                 cure.at("text").get<std::string>());
    write_file_atomic(file, text);
    CHECK(check(file, {"--no-cures", "--seed", "5"}).exit_code == 0);
  }

  TEST_CASE("two kernels get the order where the host launches them") {
    const ProcessResult ended =
        check(fs::path(GRIDLOCK_SOURCE_DIR) /
                  "solutions/07_stream_wait/mistakes/values_overwritten_too_early.cu",
              {"--json", "-"}, "7");
    const json lab = json::parse(ended.output).at("labs").at(0);
    REQUIRE(lab.contains("cure"));
    const std::string words = lab.at("cure").at("words");
    CHECK(words.starts_with("`TRY(follow(theirs, mine));` after `addArray<<<"));
    CHECK(lab.at("cures_tried") <= 4);
  }

  TEST_CASE(
      "a fence is no wider than it has to be, and none is left where it is useless") {
    const auto words = [](const std::string& mistake, const std::string& lab) {
      const fs::path file =
          fs::path(GRIDLOCK_SOURCE_DIR) / ("solutions/" + mistake + ".cu");
      const json record = json::parse(check(file, {"--json", "-"}, lab).output);
      return record.at("labs").at(0).at("cure").at("words").get<std::string>();
    };
    CHECK(words("04_threadfence/mistakes/volatile_message_plain_reader", "4")
              .starts_with("`__threadfence_block();` before "));
    CHECK(words("03_lock_free_barrier/mistakes/fence_after_arrival", "3")
              .find(", in place of the one in line ") != std::string::npos);
  }

  TEST_CASE("the report ends with it, unless --no-cures") {
    const ProcessResult with = check(kNoFence, {});
    CHECK(with.exit_code == 1);
    CHECK(with.output.find("Tried: with `") != std::string::npos);
    const ProcessResult without = check(kNoFence, {"--no-cures"});
    CHECK(without.output.find("Tried:") == std::string::npos);
  }
}

}  // namespace
}  // namespace gridlock::test_cures
