// gridlock trace: the interleaving that is drawn, and the files that are written.
#include <pugixml.hpp>

#include "checker/lab/labs.h"
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_trace {
TEST_CASE("trace draws the first check that fails") {
  const fs::path svg = fixture_folder() / "trace.svg";
  const fs::path json = fixture_folder() / "trace.json";
  const FixtureRun run = run_fixture({"trace", "90", "--only", "outcome", "--out",
                                      svg.string(), "--out", json.string()});
  INFO(run.output, run.errors);
  CHECK(run.exit_code == 0);
  must_say(run.output, {svg.string(), "an outcome is wrong"});
  pugi::xml_document file;
  REQUIRE(file.load_file(svg.c_str()));
  CHECK(file.select_nodes("//*[@class='lane']").size() == 2);
  CHECK(nlohmann::json::parse(read_file(json)).at("traceEvents").size() > 4);
}

TEST_CASE("trace says so if nothing fails, and draws the first execution") {
  const fs::path svg = fixture_folder() / "passed.svg";
  const FixtureRun run =
      run_fixture({"trace", "90", "--only", "some outcome", "--out", svg.string()});
  INFO(run.output, run.errors);
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "Nothing failed in "));
  CHECK(fs::exists(svg));
}

TEST_CASE(
    "trace of a schedule that was named says and draws the same as without its name") {
  const std::string title = "an outcome is wrong";
  const auto record = fixture_record({"check", "90", "--only", title});
  const std::string replay =
      record.at(nlohmann::json::json_pointer("/labs/0/checks/0/replay"));
  const fs::path svg = fixture_folder() / "trace.svg";
  const auto traced = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"trace", "90", "--out", svg.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const FixtureRun run = run_fixture(arguments);
    INFO(run.errors);
    CHECK(run.exit_code == 0);
    return run.output + read_file(svg);
  };
  const std::string found = traced({"--only", title});
  must_say(found, {"(wrong_result)\n  ", "wrong_result: "});  // In the picture.
  CHECK(traced({"--schedule", replay}) == found);
  CHECK(traced({"--schedule", replay.substr(replay.rfind(':') + 1)}) == found);
}

TEST_CASE("trace makes one page to step through, with the player in it") {
  const fs::path page = fixture_folder() / "steps.html";
  const FixtureRun run =
      run_fixture({"trace", "90", "--only", "outcome", "--out", page.string()});
  INFO(run.output, run.errors);
  CHECK(run.exit_code == 0);
  const std::string text = read_file(page);
  must_say(text, {"customElements.define(\"interleaving-player\"", "gridlock story 1"});
  must_not_say(text, {"@STORY@", "src="});
}

TEST_CASE("trace refuses what it cannot draw, and says what to do") {
  const auto refused = [](std::vector<std::string> arguments, const std::string& says,
                          const std::string& path = "") {
    arguments.insert(arguments.begin(), "trace");
    std::vector<std::pair<std::string, std::string>> environment;
    if (!path.empty()) environment.emplace_back("PATH", path);
    const FixtureRun run = run_fixture(arguments, environment);
    INFO(run.output, run.errors);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.errors, says));
  };
  refused({"90"}, "--out");
  refused({"90", "--out", "x.gif"}, "must end with .svg or .png");
  refused({"90", "--out", "picture"}, "must end with .svg or .png");
  refused({"7", "--out", "x.svg"}, "There is no lab");
  refused({"90", "--only", "nothing like it", "--out", "x.svg"}, "in its title");
  refused({"90", "--schedule", "2:rubbish", "--out", "x.svg"}, "damaged");
  refused({"90", "--only", "outcome", "--hide", "nowhere", "--out", "x.svg"},
          "No row of the picture contains \"nowhere\"");
  refused({"90", "--repaired", "/none.cu", "--out", "x.html"}, "There is no file");
  refused({"90", "--demo", "--out", "x.svg"}, "needs the folder solutions/");
  refused({"/nonexistent.cu", "--out", "x.svg"}, "no file");
  refused({"90", "--only", "outcome", "--out", "x.png"}, "librsvg2-bin", "/nonexistent");
}

TEST_SUITE("full") {
  TEST_CASE("every lab's demo fails as its mistake should, and its race is drawn") {
    for (const Lab& lab : find_labs(GRIDLOCK_SOURCE_DIR)) {
      CAPTURE(lab.id);
      if (!read_demo(lab)) continue;  // A student's tree.
      const fs::path svg = fixture_folder() / (lab.id + ".svg");
      const ProcessResult result =
          run_gridlock({"trace", lab.id, "--demo", "--out", svg.string()});
      INFO(result.output, result.errors);
      CHECK(result.ok());
      CHECK_FALSE(contains(result.output, "Nothing failed"));
      pugi::xml_document file;
      REQUIRE(file.load_file(svg.c_str()));
      CHECK(file.select_nodes("//*[@class='lane']").size() >= 2);
      const std::size_t missing = file.select_nodes("//*[@class='missing']").size();
      CHECK(missing == (contains(result.output, "(data_race)") ? 2 : 0));
    }
  }
}

}  // namespace gridlock::test_trace
