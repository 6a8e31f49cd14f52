/// What the checks of lab 02's parts 2b and 2c share: work for the kernel phases.
#pragma once

#include <gridlock/grids.h>

namespace gridlock::check {
namespace {

using Elements = vector<uint32_t>;

struct Pair {
  Elements a, b;
  // Both arrays before the first round, and after each round but the last; empty for
  // long arrays.
  vector<std::pair<Elements, Elements>> earlier{};
};

inline Pair rounds_of(Pair pair, int64_t rounds) {
  constexpr size_t kLong = 1000;
  pair.earlier.clear();
  for (int64_t round = 0; round < rounds; ++round) {
    if (pair.a.size() < kLong) pair.earlier.emplace_back(pair.a, pair.b);
    const Elements& from = round % 2 == 0 ? pair.a : pair.b;
    Elements& to = round % 2 == 0 ? pair.b : pair.a;
    const size_t reach = size_t{1} << round;
    for (size_t i = 0; i < from.size(); ++i)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
  }
  return pair;
}

// The arrays at the start of a scenario: a is set, b is unwritten.
inline Pair elements(int64_t n, uint32_t seed) {
  Elements all;
  for (int64_t i = 0; i < n; ++i) all.push_back(element(i, seed));
  return {all, Elements(all.size(), kUnwrittenWord)};
}

struct Work {
  int64_t n, rounds;
  Shape shape;
  uint32_t start = 0;
  int64_t offset = 0;  // Elements from the start of the memory to each array.
};

inline string text(const Work& work) {
  string words =
      cat("n = ", work.n, ", ", counted(work.rounds, "round"), ", ", text(work.shape));
  if (work.start != 0) words += cat(", start = ", work.start);
  if (work.offset != 0) words += cat(", arrays from element ", work.offset, " on");
  return words;
}

inline Params params_of(const Work& work, uint32_t seed) {
  const Params params = given("n", work.n, "rounds", work.rounds, "start", work.start,
                              "offset", work.offset, "seed", seed);
  return with_shape(params, work.shape.grid, work.shape.block);
}

// ", as after round 2", if this element of the array had the value after that round.
inline string as_earlier(const Pair& pair, bool in_a, int64_t i, int64_t value) {
  const auto had_it_after = [&](int64_t round) {
    const auto& [a, b] = pair.earlier[round];
    return (in_a ? a : b)[i] == value;
  };
  int64_t rounds = ssize(pair.earlier);
  while (rounds > 0 && !had_it_after(rounds - 1)) --rounds;
  if (rounds == 0) return "";
  while (rounds > 1 && had_it_after(rounds - 2)) --rounds;
  return rounds == 1 ? ", as before the first round"
                     : cat(", as after round ", rounds - 1);
}

// ", the sum of a[0] to a[2] before the rounds", if it is a sum of elements up to i.
inline string as_sum(const Pair& pair, int64_t i, int64_t value) {
  if (pair.earlier.empty()) return "";
  const Elements& start = pair.earlier.front().first;
  uint32_t sum = 0;
  for (int64_t from = i; from >= 0; --from) {
    sum += start[from];
    if (sum != value) continue;
    return from == i ? cat(", ", indexed("a", i), " alone")
                     : cat(", the sum of ", indexed("a", from), " to ", indexed("a", i),
                           " before the rounds");
  }
  return "";
}

inline void check_elements(const Outcome& outcome, int64_t first, const Pair& pair,
                           bool in_a) {
  const string array = in_a ? "a" : "b";
  const Elements& expected = in_a ? pair.a : pair.b;
  const auto result = part_of(outcome[array], first, ssize(expected));
  for (size_t i = 0; i < expected.size(); ++i) {
    const int64_t value = result[i];
    const string element = cat(array, "[", i, "]");
    ENSURE_BY_ITSELF((value != kUnwrittenWord || expected[i] == kUnwrittenWord), element,
                     " was never written: the first round reads a and writes b, and the "
                     "next one the other way round");
    ENSURE((value == expected[i] || expected[i] != kUnwrittenWord), element, " is ",
           value, ", but it should not have been written");
    const string before = as_earlier(pair, in_a, i, value);
    ENSURE(value == expected[i], element, " is ", value,
           before.empty() ? as_sum(pair, i, value) : before, "; it should be ",
           expected[i], as_sum(pair, i, expected[i]));
  }
}

// Fails unless both arrays are as expected; the one that the last round wrote comes
// first.
inline void check_pair(const Outcome& outcome, int64_t first, const Pair& expected,
                       int64_t rounds) {
  const bool ends_in_a = rounds % 2 == 0;
  if (ends_in_a) check_elements(outcome, first, expected, true);
  check_elements(outcome, first, expected, false);
  if (!ends_in_a) check_elements(outcome, first, expected, true);
}

inline void check_result(const Outcome& outcome, const Pair& expected, int64_t rounds) {
  sized(outcome, "a", ssize(expected.a));
  check_pair(outcome, 0, expected, rounds);
  for (const int64_t touched : outcome["touched"])
    ENSURE(touched == 0, counted(touched, "element"), " outside the array changed");
}

}  // namespace
}  // namespace gridlock::check
