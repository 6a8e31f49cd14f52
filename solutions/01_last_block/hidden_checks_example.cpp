// An example of hidden checks: they count once this file is called hidden_checks.cpp.
// Students get neither such a file nor a program that holds it, and the points come on
// top of the lab's 100.

#include "checks.h"

namespace gridlock::check {
namespace {

LAB_CHECK("1a", 5, functional, "five launches in a row, each with one block less") {
  vector<Work> launches;
  for (int64_t blocks = 5; blocks > 0; --blocks) launches.push_back({0, {blocks, 33}});
  const Params params = with_launches(given("form", 0, "late", 0), launches);
  explore("guard", params, [&](const Outcome& outcome) {
    for (int64_t i = 0; i < ssize(launches); ++i) {
      const int64_t told = sized(outcome, "blocks_told", ssize(launches))[i];
      ENSURE(told == 1, place("launch", i, ssize(launches)), "the guard said true in ",
             counted(told, "block"), "; it should be true in one");
      check_counter(outcome, i, ssize(launches));
    }
  });
}

}  // namespace
}  // namespace gridlock::check
