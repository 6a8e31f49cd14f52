// Timelines, one of which does not fit together.
//
// baseline: yours
// unit: none
// point: none
// timeline: block; works
// timeline point: 5

#include "clock.cu"

#include <gridlock/experiment.h>

GRIDLOCK_SCENARIO(points) { scenario.output("point", 1); }

GRIDLOCK_SCENARIO(measure) {
  scenario.output("picoseconds", 1);
  scenario.output("wrong", 0);
}

// A contestant's file may have more than one measurement.
GRIDLOCK_SCENARIO(measure_besides) {
  scenario.output("picoseconds", 2);
  scenario.output("wrong", 0);
}

void span(const gridlock::Scenario& scenario, int lane) {
  scenario.output("lane", lane);
  scenario.output("begin", 100);
  scenario.output("phase", 0);
}

GRIDLOCK_SCENARIO(timeline) {
  span(scenario, 0);
  scenario.output("end", 100 + scenario.param("point"));
}

GRIDLOCK_SCENARIO(timeline_uneven) {
  span(scenario, 0);
  span(scenario, 1);
  scenario.output("end", 200);
}

GRIDLOCK_MODULE()
