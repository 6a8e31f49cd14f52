// expect: crashed
// lab: 02_lock_barrier
// Finds the scenario's handle on the stack, in the frame of its caller, and puts another
// one in its place, from which the scenario would take its parameters.

#include "right_barrier.cuh"

static unsigned long long made_up[16];

void meddle() {
  unsigned long long here = 0;
  unsigned long long* place = place_of_the_handle(&here);
  if (!place) return;
  for (int i = 0; i < 16; ++i)
    made_up[i] = reinterpret_cast<unsigned long long*>(*place)[i];
  *place = reinterpret_cast<unsigned long long>(made_up);
}
