// An example of hidden checks: they count once this file is called hidden_checks.cpp.
// Students get neither such a file nor a program that holds it, and the points come on
// top of the lab's 100.

#include "checks.h"

namespace gridlock::check {
namespace {

LAB_CHECK("5a", 5, functional, "workOff: eleven items for four blocks of three threads") {
  hand_out(kWorkOff, Work{11, 4, 3});
}

}  // namespace
}  // namespace gridlock::check
