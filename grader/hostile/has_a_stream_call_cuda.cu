// expect: bad_access
// lab: 02_lock_barrier
// Makes a call of CUDA a stream's host function, so that no function of the submission is on
// the stack when CUDA writes its result to a frame of the scenario.

#include "right_barrier.cuh"

void meddle() {
  unsigned long long here = 0;
  unsigned long long* place = place_of_the_handle(&here);
  if (!place) return;
  while (*place != 0) ++place;  // The number of the device is 0: nothing changes.
  cudaLaunchHostFunc(nullptr, reinterpret_cast<cudaHostFn_t>(cudaGetDevice), place);
  cudaDeviceSynchronize();
}
