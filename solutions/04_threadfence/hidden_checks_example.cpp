// An example of hidden checks: they count once this file is called hidden_checks.cpp.
// Students get neither such a file nor a program that holds it, and the points come on
// top of the lab's 100.

#include "checks.h"

namespace gridlock::check {
namespace {

LAB_CHECK("4a", 5, functional,
          "between two blocks: five messages, all sent before one is read") {
  const Patient patient;
  talk(with(talkers(kFences, kBlocks, 5), "burst", 1));
}

}  // namespace
}  // namespace gridlock::check
