// expect: crashed
// lab: 02_lock_barrier
// The library destroys what was thrown: the destructor puts another handle into the frame
// of the scenario, above the library's own.

#include "right_barrier.cuh"

static unsigned long long made_up[16];
static unsigned long long* place = nullptr;

struct Thrown {
  int value = 1;
  ~Thrown() {
    if (place) *place = reinterpret_cast<unsigned long long>(made_up);
  }
};

void meddle() {
  unsigned long long here = 0;
  unsigned long long* found = place_of_the_handle(&here);
  if (!found) return;
  for (int i = 0; i < 16; ++i)
    made_up[i] = reinterpret_cast<unsigned long long*>(*found)[i];
  try {
    throw Thrown();
  } catch (Thrown&) {
    place = found;
  }
  place = nullptr;
}
