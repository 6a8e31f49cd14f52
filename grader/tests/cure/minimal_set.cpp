// The smallest part of a set that still suffices.
#include "cure/minimal_set.h"
#include "tests/test.h"

namespace gridlock::test_minimal_set {
using Numbers = std::vector<std::size_t>;

/// The part that is found if a set suffices that has one of each of these groups.
Numbers found(std::size_t count, unsigned at_once, const std::vector<Numbers>& groups,
              std::size_t* asked = nullptr) {
  return minimal_set(count, at_once, [&](const std::vector<Numbers>& sets) {
    CHECK(sets.size() <= at_once);
    std::vector<bool> answers;
    for (const Numbers& set : sets) {
      if (asked) ++*asked;
      CHECK(std::is_sorted(set.begin(), set.end()));
      answers.push_back(
          std::all_of(groups.begin(), groups.end(), [&](const Numbers& group) {
            return std::any_of(group.begin(), group.end(), [&](std::size_t number) {
              return std::binary_search(set.begin(), set.end(), number);
            });
          }));
    }
    return answers;
  });
}

TEST_CASE("what is left suffices, and the first are preferred") {
  for (const unsigned at_once : {1u, 2u, 3u, 8u}) {
    CAPTURE(at_once);
    CHECK(found(10, at_once, {{3, 7}}) == Numbers{3});
    CHECK(found(10, at_once, {{9}, {0}}) == Numbers{0, 9});
    CHECK(found(10, at_once, {{4}, {5}, {6, 2}}) == Numbers{2, 4, 5});
    CHECK(found(1, at_once, {{0}}) == Numbers{0});
    CHECK(found(2, at_once, {{0}, {1}}) == Numbers{0, 1});
    CHECK(found(10, at_once, {}).empty());
    CHECK(found(0, at_once, {}).empty());
  }
}

TEST_CASE("few questions are asked about a large set") {
  std::size_t asked = 0;
  CHECK(found(1000, 1, {{700}, {20}}, &asked) == Numbers{20, 700});
  CHECK(asked <= 25);
}

}  // namespace gridlock::test_minimal_set
