// The checks of lab 00.  A title is a claim; it holds if the check passes.

#include <gridlock/cases.h>
#include <gridlock/check.h>

#include <cstdint>

namespace {

using gridlock::Params;
using gridlock::check::CaseSpace;
using gridlock::check::explore;
using gridlock::check::for_cases;
using gridlock::check::Outcome;

// Any small grid, and corner cases that are always tried.
CaseSpace grids() {
  CaseSpace space;
  space.number("blocks", 1, 5, {1, 2}).number("threads", 1, 40, {1, 2, 33});
  return space.cost([](const Params& params) {
    return 50 + params.at("blocks") * params.at("threads");
  });
}

LAB_CHECK("0a", 60, functional, "the total is the sum") {
  for_cases(grids(), [](const Params& params) {
    const std::int64_t ranks = params.at("blocks") * params.at("threads");
    explore("add", params, [&](const Outcome& outcome) {
      CHECK(outcome.value("total") == ranks * (ranks + 1) / 2);
    });
  });
}

LAB_CHECK("0a", 40, ordering, "the calls are in order") {
  explore("add", {{"blocks", 3}, {"threads", 2}}, [](const Outcome& outcome) {
    CHECK(outcome.value("total") > 0);  // Who adds nothing is in no order either.
  });
}

}  // namespace
