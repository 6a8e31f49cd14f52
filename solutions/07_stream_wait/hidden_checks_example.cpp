// An example of hidden checks: they count once this file is called hidden_checks.cpp.
// Students get neither such a file nor a program that holds it, and the points come on
// top of the lab's 100.

#include "checks.h"

namespace gridlock::check {
namespace {

LAB_CHECK("7c", 5, functional,
          "staged: two copies of 17 bytes in chunks of 5, from device 2 to 0") {
  send("staged", {17, 5, 2}, {2, 0, 3});
}

}  // namespace
}  // namespace gridlock::check
