// SARIF: the standard's requirements on a log, and our contents.
#include "report/sarif.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

namespace gridlock::test_sarif {
PlacedAccess access_of(const char* op, int line, int block) {
  PlacedAccess access;
  access.access.op = op;
  access.access.block = {block, 0, 0};
  access.place = {"my program.cu", line, "k", "*p = 1;"};
  access.location = "p[0]";
  return access;
}

PlacedFinding race() {
  PlacedFinding finding;
  finding.kind = "data_race";
  finding.message = "Nothing orders the two writes of p[0].";
  finding.missing = "Several threads run line 3.";
  finding.accesses = {access_of("write", 3, 0), access_of("write", 4, 1)};
  finding.replay = "2:abc";
  return finding;
}

/// Checks what section 3 of the standard requires of each object that we write.
void check_required(const nlohmann::json& log) {
  CHECK(log.at("version") == "2.1.0");
  for (const auto& run : log.at("runs")) {
    const auto& driver = run.at("tool").at("driver");
    CHECK(driver.at("name").is_string());
    for (const auto& rule : driver.at("rules")) CHECK(rule.at("id").is_string());
    for (const auto& invocation : run.at("invocations"))
      CHECK(invocation.at("executionSuccessful").is_boolean());
    for (const auto& result : run.at("results")) {
      CHECK(result.at("message").at("text").is_string());
      const auto& rule = driver.at("rules").at(result.at("ruleIndex").get<std::size_t>());
      CHECK(rule.at("id") == result.at("ruleId"));
      const auto flows = result.value("codeFlows", nlohmann::json::array());
      for (const auto& flow : flows) {
        CHECK_FALSE(flow.at("threadFlows").empty());
        for (const auto& thread : flow.at("threadFlows"))
          CHECK_FALSE(thread.at("locations").empty());
      }
    }
  }
}

TEST_CASE("SARIF: a race has both accesses and a flow per thread") {
  ProgramRecord record;
  record.verdict = Verdict::data_race;
  record.findings = {race()};
  record.interleaving = {access_of("write", 3, 0), access_of("atomicAdd", 5, 1),
                         access_of("atomicAdd", 5, 0), access_of("write", 4, 1)};
  const nlohmann::json log = sarif_json(record, "a folder/my program.cu", 1);
  check_required(log);
  const auto& run = log.at("runs").at(0);
  CHECK(run.at("invocations").at(0).at("exitCode") == 1);
  REQUIRE(run.at("results").size() == 1);
  const auto& result = run.at("results").at(0);
  CHECK(result.at("ruleId") == "data_race");
  CHECK(result.at("level") == "error");
  const auto& place = result.at("locations").at(0).at("physicalLocation");
  CHECK(place.at("artifactLocation").at("uri") == "a%20folder/my%20program.cu");
  CHECK(place.at("region").at("startLine") == 4);
  const auto& related = result.at("relatedLocations");
  REQUIRE(related.size() == 2);
  CHECK(related.at(0).at("physicalLocation").at("region").at("startLine") == 3);
  CHECK(related.at(0).at("message").at("text") == "block 0, thread 0: write p[0]");
  const auto& threads = result.at("codeFlows").at(0).at("threadFlows");
  REQUIRE(threads.size() == 2);
  const auto orders = [](const nlohmann::json& thread) {
    std::vector<int> orders;
    for (const auto& step : thread.at("locations"))
      orders.push_back(step.at("executionOrder"));
    return orders;
  };
  CHECK(orders(threads.at(0)) == std::vector<int>{1, 3});
  CHECK(orders(threads.at(1)) == std::vector<int>{2, 4});
}

TEST_CASE("SARIF: advice warns, and what is suppressed says why") {
  ProgramRecord record;
  PlacedFinding advice = race();
  advice.kind = "equal_writes";
  record.advice = {advice};
  record.suppressed = {{race(), "They are equal."}};
  const nlohmann::json log = sarif_json(record, "/x/my program.cu", 0);
  check_required(log);
  const auto& results = log.at("runs").at(0).at("results");
  REQUIRE(results.size() == 2);
  CHECK(results.at(0).at("level") == "warning");
  CHECK_FALSE(results.at(0).contains("suppressions"));
  const auto& why = results.at(1).at("suppressions").at(0);
  CHECK(why.at("kind") == "external");
  CHECK(why.at("justification") == "They are equal.");
}

TEST_CASE("SARIF: a verdict without a finding is a result of the file") {
  ProgramRecord record;
  record.verdict = Verdict::compile_error;
  record.message = "line 3: no such name";
  const nlohmann::json log = sarif_json(record, "my program.cu", 1);
  check_required(log);
  const auto& result = log.at("runs").at(0).at("results").at(0);
  CHECK(result.at("ruleId") == "compile_error");
  CHECK(result.at("message").at("text") == "line 3: no such name");
  CHECK(result.at("level") == "error");
  record = {};
  record.verdict = Verdict::skipped;
  record.interrupted = true;
  const nlohmann::json skipped = sarif_json(record, "my program.cu", 130);
  CHECK(skipped.at("runs").at(0).at("results").at(0).at("level") == "note");
  record = {};
  const nlohmann::json empty = sarif_json(record, "my program.cu", 0);
  CHECK(empty.at("runs").at(0).at("results").is_array());
  CHECK(empty.at("runs").at(0).at("results").empty());
}

}  // namespace gridlock::test_sarif
