// Checks in several processes: only the time depends on their number.
#include "checker/parallel.h"
#include "protocol/serialize.h"
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_parallel {
PlacedAccess access_at(int line) {
  PlacedAccess placed;
  placed.access.op = "write";
  placed.access.pc = 0x1a2b;
  placed.access.block = {1, 2, 3};
  placed.access.thread = {4, 5, 6};
  placed.note = "reads \xff";
  placed.place = {"last_block.cu", line, "kernel", "x = 1;"};
  return placed;
}

CheckRun full_run() {
  CheckRun run;
  run.verdict = Verdict::data_race;
  run.message = "not UTF-8: \xff\xfe";
  run.finding = PlacedFinding{
      "data_race",    "a", "b", {UnseenByBulkCopy{}}, {RoundAhead{}}, {access_at(1)},
      {access_at(2)}, "r"};
  run.finding->cause = {MissingLink::Kind::fence, Scope::system};
  run.finding->asked_order = AskedOrder{{"x.cu", 1, "f", ""}, {"x.cu", 2, "f", ""}};
  run.notes = {{"deadlock", "c", "", {}, {}, {}, {}, ""}};
  run.advice = {{"bounded_wait", "d", "", {}, {}, {access_at(3)}, {}, ""}};
  run.failures = {{"a == b", "1 == 2", {"info", ""}, "checks.cpp", 7, {{"a"}, "2"}}};
  run.interleaving = {access_at(4), access_at(5)};
  run.returned = "sum = 9";
  run.scenario = "sum";
  run.params = {{"blocks", 2}};
  run.context = {"2 blocks"};
  run.replay = "1:x";
  run.printed = std::string("\0binary\x80", 8);
  run.schedules = 12;
  run.schedules_to_finding = 11;
  run.accesses = 1234;
  run.exhaustive = run.cut_short = true;
  run.seconds = 0.5;
  return run;
}

nlohmann::json timeless(nlohmann::json record) {
  for (auto& lab : record.at("labs")) {
    lab.erase("seconds");
    for (auto& check : lab.at("checks")) check.erase("seconds");
  }
  return record;
}

TEST_CASE("a check's record comes out of another process as it went in") {
  const nlohmann::json sent = serial::written(full_run());
  CheckRun got;
  serial::read(nlohmann::json::from_cbor(nlohmann::json::to_cbor(sent)), got);
  CHECK(serial::written(got) == sent);
  CHECK(got.verdict == Verdict::data_race);
  CHECK(got.message == "not UTF-8: \xff\xfe");
  REQUIRE(got.finding);
  CHECK(got.finding->accesses.at(0).access.thread == std::array{4, 5, 6});
  CHECK(got.finding->accesses.at(0).place.text == "x = 1;");
  CHECK(got.failures.at(0).info.size() == 2);
  CHECK(got.printed.size() == 8);
  CHECK(got.seconds == 0.5);
  CheckRun empty;
  serial::read(serial::written(CheckRun{}), empty);
  CHECK_FALSE(empty.finding);
}

TEST_CASE("results of several processes come in the order of the checks") {
  for (const unsigned jobs : {1u, 2u, 5u, 64u}) {
    ParallelChecks checks(20, jobs, [](std::size_t index) {
      CheckRun run;
      run.schedules = index + 100;
      return run;
    });
    for (std::size_t i = 0; i < 20; ++i) CHECK(checks.result(i).schedules == i + 100);
  }
}

TEST_CASE("a process that ends loses the check that it ran and no other") {
  ParallelChecks checks(6, 2, [](std::size_t index) {
    if (index == 2) ::_exit(1);
    return CheckRun{};
  });
  for (std::size_t i = 0; i < 6; ++i) {
    CAPTURE(i);
    CHECK(checks.result(i).verdict == (i == 2 ? Verdict::grader_error : Verdict::passed));
  }
}

TEST_CASE("the number of checks at once changes nothing in the record") {
  const auto one = timeless(fixture_record({"check", "90", "--jobs", "1"}));
  CHECK(timeless(fixture_record({"check", "90", "--jobs", "3"})) == one);
  CHECK(timeless(fixture_record({"check", "90"})) == one);
  CHECK(one.at("labs").at(0).at("checks").size() == 7);
}

}  // namespace gridlock::test_parallel
