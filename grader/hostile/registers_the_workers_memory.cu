// expect: bad_access
// lab: 02_lock_barrier
// Registers the worker's memory as pinned memory of the program, which it may write.

#include "right_barrier.cuh"

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare || cudaHostRegister(spare, sizeof *spare, 0) != cudaSuccess) return;
  *spare = 1;
  if (cudaHostUnregister(spare) != cudaSuccess) *spare = 2;
}
