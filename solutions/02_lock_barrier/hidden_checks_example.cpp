// An example of hidden checks: they count once this file is called hidden_checks.cpp.
// Students get neither such a file nor a program that holds it, and the points come on
// top of the lab's 100.

#include "checks.h"

namespace gridlock::check {
namespace {

LAB_CHECK("2b", 5, functional,
          "five rounds over 37 elements, in three blocks of five threads") {
  const Work work = {37, 5, {{3}, {5}}};
  INFO(text(work));
  const Pair expected = rounds_of(elements(work.n, 41), work.rounds);
  explore_on(
      with_room_for(work.shape.grid.count()), "phases", params_of(work, 41),
      [&](const Outcome& outcome) { check_result(outcome, expected, work.rounds); });
}

}  // namespace
}  // namespace gridlock::check
