// An example of hidden checks: they count once this file is called hidden_checks.cpp.
// Students get neither such a file nor a program that holds it, and the points come on
// top of the lab's 100.

#include "checks.h"

namespace gridlock::check {
namespace {

LAB_CHECK("6a", 5, functional,
          "five kernels in two streams: each sees itself, and all go") {
  explore_visits("visit", {Visit{5, 2, 1, 1, 4}}, false, [](const Seen& seen) {
    check_saw(seen);
    check_all_out(seen.report);
  });
}

}  // namespace
}  // namespace gridlock::check
