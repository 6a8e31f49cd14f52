// Variants of a repair by a fence: one fence fewer, or a weaker fence.
#include "cure/candidates.h"

#include <doctest/doctest.h>

namespace gridlock::test_tighter_fence {
const std::string kBefore = "*a = 1;\n*flag = 1;\n__threadfence();\n";
const std::string kAfter = "*a = 1;\n__threadfence(); *flag = 1;\n__threadfence();\n";
const std::string kWords = "`__threadfence();` before `*flag = 1;` in line 2";

std::vector<TighterFence> tighter(const std::string& before, const std::string& after,
                                  const Symptom& symptom = {}) {
  return tighter_fences(before, after, kWords, symptom,
                        [](int line) { return "line " + std::to_string(line); });
}

TEST_CASE("a fence takes the place of one on the wrong side") {
  const auto found = tighter(kBefore, kAfter);
  REQUIRE(found.size() == 1);
  CHECK(found[0].text == "*a = 1;\n__threadfence(); *flag = 1;\n\n");
  CHECK(found[0].words == kWords + ", in place of the one in line 3");
  // A fence far away is not replaced.
  const std::string gap = "g();\ng();\ng();\n__threadfence();\n";
  CHECK(tighter("*flag = 1;\n" + gap, "__threadfence(); *flag = 1;\n" + gap).empty());
}

TEST_CASE("within a block a fence of the block is tried") {
  Symptom symptom;
  symptom.within_block = true;
  const auto found = tighter("*flag = 1;\n", "__threadfence(); *flag = 1;\n", symptom);
  REQUIRE(found.size() == 1);
  CHECK(found[0].text == "__threadfence_block(); *flag = 1;\n");
  CHECK(found[0].words == "`__threadfence_block();` before `*flag = 1;` in line 2");
}

TEST_CASE("what is not one fence more stays as it is") {
  CHECK(tighter(kBefore, kBefore + "g();").empty());
  CHECK(tighter(kBefore, kAfter + "__threadfence();").empty());
}

}  // namespace gridlock::test_tighter_fence
