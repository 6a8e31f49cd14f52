// expect: bad_access
// lab: 02_lock_barrier
// As changes_the_scenarios_handle, from a function of a stream, which has a stack of its
// own.

#include "right_barrier.cuh"

static unsigned long long made_up[16];
static unsigned long long* place;

void change(void*) { *place = reinterpret_cast<unsigned long long>(made_up); }

void meddle() {
  unsigned long long here = 0;
  place = place_of_the_handle(&here);
  if (!place) return;
  for (int i = 0; i < 16; ++i)
    made_up[i] = reinterpret_cast<unsigned long long*>(*place)[i];
  cudaLaunchHostFunc(nullptr, change, nullptr);
  cudaDeviceSynchronize();
}
