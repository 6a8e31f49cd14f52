// The checks of lab 02, part 2b: the kernel phases.

#include <gridlock/sharing.h>

#include "checks.h"

namespace gridlock::check {
namespace {

void work(const Work& work, uint32_t seed) {
  INFO(text(work));
  const Cheaper cheaper(work.shape.divisor);
  const auto expected = rounds_of(elements(work.n, seed), work.rounds);
  explore_on(
      with_room_for(work.shape.grid.count()), "phases", params_of(work, seed),
      [&](const Outcome& outcome) { check_result(outcome, expected, work.rounds); });
}

// Any length from 0 on; grids whose threads get unequal shares, or none; any offset.
CaseSpace any_work() {
  CaseSpace space;
  space.amount("n", 200, {0, 1, 2, 31, 33, 49, 196});
  space.amount("rounds", 30, {0, 1, 2, 3, 8, 30});
  space.number("blocks", 1, 70, {1, 2, 7, 8, 49, 65});
  space.number("threads", 1, 40, {1, 2, 3, 33});
  space.number("start", 0, 0xffffffff, {0, 1000, 0x7ffffffe, 0xfffffffc});
  space.number("offset", 0, 3, {0, 1});
  space.where(
      [](Case c) { return c["blocks"] * c["threads"] * (1 + c["rounds"]) <= 500; });
  return space.cost([](Case c) {
    const int64_t barrier = kBarrierSteps * c["blocks"] * c["threads"];
    return (1 + c["rounds"]) * (barrier + 3 * c["n"]);
  });
}

void work_any(Case c, uint32_t seed) {
  const auto start = static_cast<uint32_t>(c["start"]);
  work({c["n"], c["rounds"], row_of(c), start, c["offset"]}, seed);
}

// Element i of 0, 1, 2, ... after all rounds: the sum of `many` elements up to i.
uint32_t large_value(uint64_t i, int64_t rounds) {
  const uint64_t many = std::min(uint64_t{1} << rounds, i + 1);
  return static_cast<uint32_t>(many * i - many * (many - 1) / 2);
}

// The sum of large_value(i, rounds) over all i < n.
uint32_t large_sum(uint64_t n, int64_t rounds) {
  const uint64_t reach = uint64_t{1} << rounds, first = std::min(reach, n);
  // The first sums are the triangular numbers: 0, 1, 3, 6, ...
  const uint64_t triangle = first * (first - 1) / 2, next = first + 1;
  const uint64_t first_sum =
      triangle % 3 == 0 ? triangle / 3 * next : triangle * (next / 3);
  const uint64_t indices = n * (n - 1) / 2 - triangle;
  return static_cast<uint32_t>(first_sum + reach * indices -
                               (n - first) * (reach * (reach - 1) / 2));
}

// Runs the longest arrays: products with a length, and lengths in bytes, pass 2^32.
void work_on_large_arrays() {
  constexpr int64_t kMost = 1 << 30, kSteps = 1 << 12;
  for (const int64_t rounds : {3, 30}) {
    INFO("n = 2^30, or as many as fit, ", rounds, " rounds");
    const Cheaper once(200);
    const Params params = with_shape(given("n", kMost, "rounds", rounds), {1}, {1024});
    explore("phases_large", params, [&](const Outcome& outcome) {
      const int64_t n = outcome.value("n");
      REQUIRE((n <= kMost && n > kMost / kSteps));
      const auto& at = outcome["at"];
      const auto& value = sized(outcome, "value", ssize(at));
      for (size_t k = 0; k < at.size(); ++k)
        ENSURE(value[k] == large_value(at[k], rounds), "element ", at[k], " is ",
               value[k], "; it should be ", large_value(at[k], rounds));
      ENSURE(outcome.value("sum") == large_sum(n, rounds), "some elements are wrong");
    });
  }
}

LAB_CHECK("2b", 4, functional, "phases is right for any n, any grid and any rounds") {
  vector<Work> works = {{7, 3, {{2}, {2}, 4}},
                        {9, 4, {{3}, {1}, 4}},
                        {40, 6, {{2}, {33}, 200}},
                        {70'000, 1, {{2}, {1}, 1000}},
                        {3000, 2, {{2}, {1024}, 1000}}};
  if (on_gpu())
    works = {{0, 3, {{2}, {64}}},     {1, 2, {{3}, {32}}},
             {5, 30, {{2}, {64}}},    {1000, 10, {{1}, {256}}},
             {100, 7, {{40}, {128}}}, {10'000, 14, {{40}, {101}}, 0, 1},
             {4, 8, {{2}, {64}}}};
  for (const Work& one : works) work(one, 21);
  if (on_gpu()) return work_on_large_arrays();
  for_cases(any_work(), [](Case c) { work_any(c, 21); });
}

LAB_CHECK("2b", 3, functional, "phases is right in two and three dimensions") {
  for (const Shape& shape : boxes()) work({on_gpu() ? 2000 : 13, 3, shape}, 22);
  CaseSpace space = small_boxes();
  space.amount("n", 40, {2, 13, 29}).number("rounds", 1, 3);
  for_cases(space, [](Case c) { work({c["n"], c["rounds"], shape_of(c)}, 22); });
}

LAB_CHECK("2b", 3, functional, "phases goes on from any start, also past 2^32") {
  vector<Shape> shapes = {{{2}, {2}, 4}, {{3}, {1}, 4}};
  if (on_gpu()) shapes = {{{2}, {64}}, {{40}, {101}}};
  for (const uint32_t start : {1000u, 0xfffffffcu})
    for (const Shape& shape : shapes) {
      INFO("a counter that begins at ", text_of_word(start));
      work({on_gpu() ? 500 : 6, 4, shape, start}, 23);
    }
}

LAB_CHECK_ON("2b", 5, functional, sim,
             "phases is shared out: several blocks work, with several threads each") {
  const Work work = {1 << 14, 2, {{4}, {32}}};
  INFO(text(work));
  const Cheaper cheaper(200);
  const AtLeast enough(5);
  require_sharing("phases", with(params_of(work, 25), "watch", 1), 4,
                  "a share of the work (16 accesses or more per thread)");
}

LAB_CHECK("2b", 15, ordering, "each round of phases sees the whole round before it") {
  vector<Work> works = {{6, 3, {{2}, {2}, 2}},
                        {9, 2, {{3}, {3}, 4}},
                        {5, 3, {{4}, {1}, 2}},
                        {70, 2, {{2}, {33}, 50}}};
  if (on_gpu()) works = {{1000, 10, {{2}, {64}}}, {10'000, 14, {{40}, {101}}}};
  for (const Work& one : works) work(one, 24);
  // A missing order is missing in all schedules, so few per case are enough.
  if (on_gpu()) return;
  const Cheaper few(100);
  for_cases(any_work(), [](Case c) { work_any(c, 24); });
  // Threads of several rows must not do the same elements.
  work({5, 2, {{1, 2}, {2, 2}}}, 24);
}

}  // namespace
}  // namespace gridlock::check
