// Do all contestants return as many numbers as the first comment names?
//
// baseline: two
// unit: none
// point: nothing
// numbers: first, second

#include "clock.cu"

#include <gridlock/experiment.h>

GRIDLOCK_SCENARIO(points) { scenario.output("point", 1); }

GRIDLOCK_SCENARIO(measure) {
  scenario.output("picoseconds", 1);
  scenario.output("numbers", 7);
  scenario.output("wrong", 0);
}

GRIDLOCK_SCENARIO(peer_two) {
  scenario.output("picoseconds", 1);
  scenario.output("numbers", 7);
  scenario.output("numbers", -8);
  scenario.output("wrong", 0);
}

GRIDLOCK_MODULE()
