// The checks of lab 00.  A title is a claim; it holds if the check passes.

#include <gridlock/kit.h>

namespace gridlock::check {
namespace {

// Any small grid, and corner cases that are always tried.
CaseSpace grids() {
  CaseSpace space;
  space.number("blocks", 1, 5, {1, 2}).number("threads", 1, 40, {1, 2, 33});
  return space.cost([](Case c) { return 50 + c["blocks"] * c["threads"]; });
}

LAB_CHECK("0a", 60, functional, "the total is the sum") {
  for_cases(grids(), [](Case c) {
    const int64_t ranks = c["blocks"] * c["threads"];
    explore("add", c, [&](const Outcome& outcome) {
      CHECK(outcome.value("total") == ranks * (ranks + 1) / 2);
    });
  });
}

LAB_CHECK("0a", 40, ordering, "the calls are in order") {
  explore("add", given("blocks", 3, "threads", 2), [](const Outcome& outcome) {
    CHECK(outcome.value("total") > 0);  // Reject submissions that add nothing.
  });
}

}  // namespace
}  // namespace gridlock::check
