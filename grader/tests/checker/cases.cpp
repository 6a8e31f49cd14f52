// The choice of generated cases.  check_test.py tests how a failing one gets smaller.
#include "checker/include/gridlock/cases.h"
#include "tests/test.h"

namespace gridlock::test_cases {
using check::as_number;
using check::as_sequence;
using check::cases_of;
using check::CaseSpace;

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

TEST_CASE("the functions for checks throw where no check runs") {
  CHECK_THROWS_AS(check::on_sim(), std::logic_error);
  CHECK_THROWS_AS(check::explore("", {}), std::logic_error);
}

}  // namespace gridlock::test_cases
