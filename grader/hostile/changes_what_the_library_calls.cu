// expect: bad_access
// lab: 02_lock_barrier
// Writes in front of an object that it threw: there the library keeps which function it
// calls at the end.

#include "right_barrier.cuh"

struct Thrown {
  long value = 1;
  ~Thrown() {}
};

void meddle() {
  try {
    throw Thrown();
  } catch (Thrown& thrown) {
    reinterpret_cast<unsigned long long*>(&thrown)[-13] = 16;
  }
}
