// Generated cases: which there are, and how one that fails is made smaller.
#include "checker/include/gridlock/cases.h"
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_cases {
using check::as_number;
using check::as_sequence;
using check::cases_of;
using check::CaseSpace;
using nlohmann::json;

CaseSpace shapes() {
  CaseSpace space;
  space.number("blocks", 1, 12, {1, 8, 9})
      .number("threads", 1, 70, {1, 31, 32, 33})
      .number("items", 0, 40, {0, 1})
      .where([](const Params& params) {
        return params.at("blocks") * params.at("threads") <= 300;
      });
  return space;
}

/// A tree with the lab whose checks are in fixture/cases_checks.cpp.
std::filesystem::path tree_of_cases() {
  const auto root = fixture_folder() / "cases";
  std::filesystem::create_directories(root / "labs/93_cases");
  write_file_atomic(
      root / "labs/93_cases/lab.toml",
      "title = \"Cases\"\nsubmission = \"cases.cu\"\npoints = 7\n"
      "requires = [\"int cases\"]\n[[part]]\nid = \"93a\"\ntitle = \"A\"\n");
  write_file_atomic(root / "labs/93_cases/cases.cu", "int cases;\n");
  return root;
}

json check_of_cases(const std::string& title) {
  const json record = fixture_record({"check", "93", "--only", title},
                                     {{"GRIDLOCK_ROOT", tree_of_cases().string()}});
  return record.at("labs").at(0).at("checks").at(0);
}

TEST_CASE("cases: every corner is in one of them, and all of them make sense") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    std::map<std::string, std::set<std::int64_t>> tried;
    for (const Params& params : cases_of(shapes(), seed, 0)) {
      CHECK(params.at("blocks") * params.at("threads") <= 300);
      for (const auto& [name, value] : params) tried[name].insert(value);
    }
    for (const std::int64_t corner : {1, 8, 9}) CHECK(tried["blocks"].contains(corner));
    for (const std::int64_t corner : {1, 31, 32, 33})
      CHECK(tried["threads"].contains(corner));
    for (const std::int64_t corner : {0, 1}) CHECK(tried["items"].contains(corner));
  }
}

TEST_CASE(
    "cases: corners share cases, random ones are in range, and a seed gives the same") {
  const auto corners = cases_of(shapes(), 1, 0);
  CHECK(corners.size() <= 6);
  const auto cases = cases_of(shapes(), 1, 20);
  CHECK(cases.size() > corners.size() + 15);
  for (const Params& params : cases) {
    CHECK((params.at("blocks") >= 1 && params.at("blocks") <= 12));
    CHECK((params.at("threads") >= 1 && params.at("threads") <= 70));
    CHECK((params.at("items") >= 0 && params.at("items") <= 40));
  }
  CHECK(cases == cases_of(shapes(), 1, 20));
  CHECK(cases != cases_of(shapes(), 2, 20));
}

TEST_CASE("cases: a condition that few corners meet is met with any seed") {
  CaseSpace space;
  for (const char* name : {"a", "b", "c"})
    space.number(name, -1000000, 1000000, {1, 2, 3, 4, 5, 6, 7, 8});
  space.where([](const Params& params) {
    return params.at("a") == params.at("b") && params.at("b") == params.at("c");
  });
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    CHECK(cases_of(space, seed, 0).size() == 8);
}

TEST_CASE("cases: a corner that never makes sense is the check's mistake") {
  CaseSpace space = shapes();
  space.where([](const Params& params) { return params.at("blocks") != 9; });
  CHECK_THROWS_WITH_AS(cases_of(space, 1, 0), doctest::Contains("blocks = 9"),
                       std::logic_error);
}

TEST_CASE("cases: a sequence of operations is a number, and back again") {
  CHECK(as_number({}) == 7);
  CHECK(as_number({2}) == 072);
  CHECK(as_number({2, 0, 6}) == 07602);
  for (const std::vector<int>& one :
       {std::vector<int>{}, {0}, {0, 0, 0}, {6, 5, 4, 3, 2, 1, 0, 1, 2, 3}})
    CHECK(as_sequence(as_number(one)) == one);
  CHECK_THROWS_AS(as_sequence(0), std::invalid_argument);
  CHECK_THROWS_AS(as_sequence(-1), std::invalid_argument);
}

TEST_CASE("cases: a check passes if all of its cases do") {
  const json check = check_of_cases("every case passes");
  CHECK(check.at("verdict") == "passed");
  CHECK(check.at("schedules").get<int>() > 1000);
}

TEST_CASE("cases: a check fails with the smallest case that fails") {
  const json numbers = check_of_cases("large counts");
  CHECK(numbers.at("verdict") == "wrong_result");
  CHECK(contains(numbers.at("replay").get<std::string>(),
                 ":outcomes:calls=7,count=18,other=4:"));
  CHECK(numbers.at("returned") == "value = 17");
  const json sequence = check_of_cases("two calls");
  CHECK(sequence.at("verdict") == "wrong_result");
  CHECK(contains(sequence.at("replay").get<std::string>(),
                 ":outcomes:calls=457,"));  // Octal 711.
}

TEST_CASE("cases: of neighbours that pass, the one in which most happens is named") {
  const std::string report = run_fixture({"check", "93", "--only", "large counts"},
                                         {{"GRIDLOCK_ROOT", tree_of_cases().string()}})
                                 .output;
  CHECK(contains(report, "found   with count 18; other 4"));
  // count=17 passes too, but less happens in it than with other=3.
  CHECK(contains(report, "; with other 3 it passes\n"));
  // Cases that were tried beside it left no trace.
  CHECK(check_of_cases("large counts").at("schedules") == 1018);
}

TEST_CASE("cases: that nothing to do is done rightly is not told") {
  const auto report_on = [](const std::string& title) {
    return run_fixture({"check", "93", "--only", title},
                       {{"GRIDLOCK_ROOT", tree_of_cases().string()}})
        .output;
  };
  const std::string of_items = report_on("no item is");
  CHECK(contains(of_items, "found   with 1 items"));
  CHECK_FALSE(contains(of_items, "passes"));
  CHECK(contains(report_on("an index that"), "; with from index 0 on it passes\n"));
}

TEST_CASE("cases: the sentence on what is wrong does not repeat the case") {
  const auto report_on = [](const std::string& title) {
    return run_fixture({"check", "93", "--only", title},
                       {{"GRIDLOCK_ROOT", tree_of_cases().string()}})
        .output;
  };
  const std::string of_all = report_on("some outcome is");
  must_say(of_all,
           {"wrong_result: no outcome is large\n", "found   with up to 3 values\n"});
  const std::string of_one = report_on("what is said");
  must_say(of_one, {"wrong_result: a value is 2\n", "found   with up to 3 values"});
}

TEST_CASE("cases: a failure that does not happen again counts") {
  const json check = check_of_cases("what fails once");
  CHECK(check.at("verdict") == "wrong_result");
  CHECK(contains(check.at("failures").at(0).at("message").get<std::string>(), "== 99"));
}

TEST_CASE("cases: a loop without end runs once, and its case is told as it is") {
  const json check = check_of_cases("what computes");
  CHECK(check.at("verdict") == "no_progress");
  // Made smaller, the case would have count=2; the corner cases that fail have 33 and 60.
  const std::string replay = check.at("replay");
  CHECK(contains(replay, ":never_ends:calls="));
  CHECK_FALSE(contains(replay, "count=2,"));
  CHECK_FALSE(contains(check.at("scenario").get<std::string>(), "count = 2,"));
}

TEST_CASE("cases: what ends the worker is not tried again") {
  const json check = check_of_cases("what crashes");
  CHECK(check.at("verdict") == "crashed");
}

TEST_CASE("the functions for checks throw where no check runs") {
  CHECK_THROWS_AS(check::on_sim(), std::logic_error);
  CHECK_THROWS_AS(check::explore("", {}), std::logic_error);
}

}  // namespace gridlock::test_cases
