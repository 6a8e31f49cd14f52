// Histories against specifications: a register, and a queue that hands out its items.
#include <doctest/doctest.h>

#include "checker/include/gridlock/linearize.h"

namespace gridlock::check::test_linearize {
namespace {

enum Operation { kWrite, kRead };

std::string register_allows(std::int64_t& value, const Call& call) {
  if (call.operation == kWrite) value = call.given;
  return call.operation == kWrite || call.result == value ? "" : "it holds another value";
}

bool explained(const std::vector<Call>& calls) {
  return linearize<std::int64_t>(calls, 0, register_allows).possible;
}

Call write(std::int64_t begin, std::int64_t end, std::int64_t value) {
  return {0, kWrite, begin, end, value, 0};
}
Call read(std::int64_t begin, std::int64_t end, std::int64_t value) {
  return {1, kRead, begin, end, 0, value};
}

}  // namespace

TEST_CASE("linearize: calls that overlap may come in any order, others in theirs") {
  CHECK(explained({}));
  CHECK(explained({write(0, 3, 1), read(1, 2, 1)}));
  CHECK(explained({write(0, 3, 1), read(1, 2, 0)}));
  CHECK(explained({write(0, 1, 1), read(2, 3, 1)}));
  CHECK_FALSE(explained({write(0, 1, 1), read(2, 3, 0)}));
  CHECK_FALSE(explained({read(0, 1, 1), write(2, 3, 1)}));
}

TEST_CASE("linearize: two readers may not disagree about the order of two writes") {
  const std::vector<Call> writes = {write(0, 7, 1), write(1, 6, 2)};
  auto with = [&](std::vector<Call> reads) {
    reads.insert(reads.end(), writes.begin(), writes.end());
    return explained(reads);
  };
  CHECK(with({read(2, 3, 1), read(4, 5, 2)}));
  CHECK(with({read(2, 3, 2), read(4, 5, 1)}));
  CHECK_FALSE(with({read(2, 3, 1), read(4, 5, 2), read(8, 9, 1)}));
  CHECK_FALSE(with({read(2, 3, 1), read(4, 5, 0)}));
}

TEST_CASE("linearize: a longer history that only one order explains") {
  std::vector<Call> calls;
  for (std::int64_t i = 0; i < 12; ++i) calls.push_back(write(i, 100 + i, i + 1));
  for (std::int64_t i = 0; i < 12; ++i)
    calls.push_back(read(20 + 2 * i, 21 + 2 * i, 12 - i));
  CHECK(explained(calls));
  calls.back().result = 12;  // A value that was overwritten long ago.
  CHECK_FALSE(explained(calls));
}

TEST_CASE("linearize: what speaks against it is told, and what came before it") {
  const Explanation why = linearize<std::int64_t>(
      {write(0, 1, 1), read(2, 3, 1), read(4, 5, 7)}, 0, register_allows);
  CHECK_FALSE(why.possible);
  CHECK(why.reason == "it holds another value");
  CHECK(why.refused.result == 7);
  CHECK(why.order.size() == 2);
}

TEST_CASE("linearize: too many calls are the check's mistake") {
  CHECK_THROWS_AS(explained(std::vector<Call>(kCallsMax + 1)), std::logic_error);
}

}  // namespace gridlock::check::test_linearize
