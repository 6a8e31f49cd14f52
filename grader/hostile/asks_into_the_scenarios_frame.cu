// expect: crashed
// lab: 02_lock_barrier
// Has CUDA write a number of its choice, the distance between rows, over the handle in the
// scenario's frame.

#include "right_barrier.cuh"

void meddle() {
  unsigned long long here = 0;
  unsigned long long* place = place_of_the_handle(&here);
  void* rows = nullptr;
  if (place) cudaMallocPitch(&rows, reinterpret_cast<size_t*>(place), 512, 1);
}
