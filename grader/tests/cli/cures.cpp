// gridlock check --cure names a change that repairs a submission, and it does: the real
// command with the real simulator.
#include "tests/test.h"

namespace gridlock::test_cures {
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

/// The record of a check that has looked for a cure, however long that takes.
ProcessResult cured(const fs::path& file, const std::string& lab = "4") {
  return check(file, {"--cure", "--cure-limit", "0", "--json", "-"}, lab);
}

const fs::path kNoFence = fs::path(GRIDLOCK_SOURCE_DIR) /
                          "solutions/04_threadfence/mistakes/fence_after_unlock.cu";

/// The first check that fails in a record with this verdict.
json first_with(const ProcessResult& ended, const std::string& verdict) {
  const json record = json::parse(ended.output);
  for (const json& each : record.at("labs").at(0).at("checks"))
    if (each.at("verdict") == verdict) return each;
  return {};
}

TEST_SUITE("full") {
  TEST_CASE("--no-stories: the same verdicts and points, and only order is told") {
    const auto solutions = fs::path(GRIDLOCK_SOURCE_DIR) / "solutions";
    const fs::path wrong = solutions / "01_last_block/mistakes/every_thread_draws.cu";
    const ProcessResult told = check(wrong, {"--no-cures", "--json", "-"}, "1");
    const ProcessResult bare =
        check(wrong, {"--no-cures", "--no-stories", "--json", "-"}, "1");
    CHECK(bare.exit_code == told.exit_code);
    const auto score = [](const ProcessResult& ended) {
      return json::parse(ended.output).at("labs").at(0).at("score");
    };
    CHECK(score(bare) == score(told));
    const json story = first_with(told, "wrong_result");
    const json none = first_with(bare, "wrong_result");
    REQUIRE(story.is_object());
    REQUIRE(none.is_object());
    CHECK(none.at("name") == story.at("name"));
    CHECK_FALSE(story.value("interleaving", json::array()).empty());
    CHECK(none.value("interleaving", json::array()).empty());
    // A wrong result gets the verdict stale_value only by a closer look, also without
    // stories.
    CHECK(first_with(check(solutions / "04_threadfence/mistakes/volatile_message.cu",
                           {"--no-cures", "--no-stories", "--json", "-"}),
                     "stale_value")
              .is_object());
    const json race = first_with(
        check(kNoFence, {"--no-cures", "--no-stories", "--json", "-"}), "data_race");
    REQUIRE(race.is_object());
    CHECK_FALSE(race.at("interleaving").empty());
  }

  TEST_CASE("a cure is named, and the text with it passes under other schedules") {
    const ScratchFolder folder("gridlock-test");
    const fs::path file = folder.path() / "threadfence.cu";
    ProcessRequest expand;
    expand.argv = {GRIDLOCK_BIN_DIR "/gridlock", "expand", kNoFence.string()};
    expand.environment = {{"GRIDLOCK_ROOT", GRIDLOCK_SOURCE_DIR}};
    std::string text = run_process(expand).output;
    write_file_atomic(file, text);
    const json lab = json::parse(cured(file).output).at("labs").at(0);
    REQUIRE(lab.contains("cure"));
    const json& cure = lab.at("cure");
    INFO(cure.dump());
    CHECK(lab.at("cures_tried") >= 1);
    CHECK(contains(cure.at("words").get<std::string>(), "__threadfence()"));
    CHECK(cure.at("checks_passed") == lab.at("checks").size());
    text.replace(cure.at("offset"), cure.at("length"),
                 cure.at("text").get<std::string>());
    write_file_atomic(file, text);
    CHECK(check(file, {"--no-cures", "--seed", "5"}).exit_code == 0);
  }

  TEST_CASE("where the host's calls lack an order, no search is offered") {
    const auto file = fs::path(GRIDLOCK_SOURCE_DIR) /
                      "solutions/07_stream_wait/mistakes/values_overwritten_too_early.cu";
    CHECK_FALSE(contains(check(file, {}, "7").output, "--cure"));
    CHECK_FALSE(
        json::parse(cured(file, "7").output).at("labs").at(0).contains("cures_tried"));
  }

  TEST_CASE(
      "a fence is no wider than it has to be, and none is left where it is useless") {
    const auto words = [](const std::string& mistake, const std::string& lab) {
      const fs::path file =
          fs::path(GRIDLOCK_SOURCE_DIR) / ("solutions/" + mistake + ".cu");
      const json record = json::parse(cured(file, lab).output);
      return record.at("labs").at(0).at("cure").at("words").get<std::string>();
    };
    CHECK(words("04_threadfence/mistakes/volatile_message_plain_reader", "4")
              .starts_with("`__threadfence_block();` before "));
    CHECK(contains(words("03_lock_free_barrier/mistakes/fence_after_arrival", "3"),
                   ", in place of the one in line "));
  }

  TEST_CASE("the report tells it, if it is asked to") {
    const ProcessResult with = check(kNoFence, {"--cure", "--cure-limit", "0"});
    CHECK(with.exit_code == 1);
    CHECK(contains(with.output, "Tried: with `"));
    const ProcessResult without = check(kNoFence, {});
    CHECK_FALSE(contains(without.output, "Tried:"));
    CHECK(without.output.ends_with(", add --cure to your command.\n"));
  }

  TEST_CASE("of what a kernel prints, the report has the schedule that it tells") {
    const ScratchFolder folder("gridlock-test");
    const fs::path file = folder.path() / "last_block.cu";
    std::string text = read_file(fs::path(GRIDLOCK_SOURCE_DIR) /
                                 "solutions/01_last_block/last_block.cu");
    constexpr std::string_view kFence = "__threadfence();";
    for (std::size_t at = 0; (at = text.find(kFence, at)) != std::string::npos;)
      text.replace(at, kFence.size(), R"(printf("block %u here\n", blockIdx.x);)");
    write_file_atomic(file, text);
    const std::string said = check(file, {"--only", "lastBlock: the"}, "1").output;
    CAPTURE(said);
    CHECK(contains(said, "The program printed:\n          | block "));
    CHECK_FALSE(contains(said, "more lines"));  // All schedules print many.
  }

  TEST_CASE("the compiler's warnings reach the student, again from the cache") {
    const ScratchFolder folder("gridlock-test");
    const fs::path file = folder.path() / "threadfence.cu";
    write_file_atomic(
        file,
        read_file(fs::path(GRIDLOCK_SOURCE_DIR) / "labs/04_threadfence/threadfence.cu") +
            "__device__ int never(int tid) {\n  if (tid = 0) return 1;\n"
            "  return 2;\n}\n");
    for (int times = 0; times < 2; ++times) {
      const ProcessResult ended = check(file, {});
      must_say(ended.output, {"The compiler warns:\n  | threadfence.cu:",
                              "  |     if (tid = 0) return 1;\n"});
    }
  }
}

}  // namespace gridlock::test_cures
