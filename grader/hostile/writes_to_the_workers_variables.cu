// expect: bad_access
// lab: 02_lock_barrier
// Host code stores to the worker's own global variables.

#include "right_barrier.cuh"

void meddle() {
  auto* const variables =
      reinterpret_cast<unsigned char*>(const_cast<uint3*>(&threadIdx)) + 512;
  *variables = 0;
}
