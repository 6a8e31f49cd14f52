// An example of hidden checks: they count once this file is called hidden_checks.cpp.
// Students get neither such a file nor a program that holds it, and the points come on
// top of the lab's 100.

#include <gridlock/grids.h>

namespace gridlock::check {
namespace {

LAB_CHECK("3b", 5, functional,
          "nine keys in four blocks, and no word beside them changes") {
  constexpr uint32_t kSeed = 41;
  const Params params = given("n", 9, "start", 0, "launches", 1, "reversed", 0, "values",
                              1, "ages", 0, "offset", 1, "left", 0, "seed", kSeed);
  vector<int64_t> expected;  // Keys of kind 1 are the elements themselves.
  for (int64_t i = 0; i < 9; ++i) expected.push_back(element(i, kSeed));
  std::sort(expected.begin(), expected.end());
  explore("sort", with_shape(params, {4}, {3}), [&](const Outcome& outcome) {
    const auto& data = sized(outcome, "data", 9);
    for (int64_t i = 0; i < 9; ++i)
      ENSURE(data[i] == expected[i], "element ", i, " came out as ", data[i],
             "; it should be ", expected[i]);
    for (const int64_t touched : outcome["touched"])
      ENSURE(touched == 0, counted(touched, "element"), " beside data changed");
  });
}

}  // namespace
}  // namespace gridlock::check
