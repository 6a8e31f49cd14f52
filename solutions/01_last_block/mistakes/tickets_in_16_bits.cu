// expect: wrong_result
// Counts the tickets in 16 bits: in a grid of 65,537 blocks two of them hold the last
// one.
// overlay

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    const unsigned short ticket = atomicAdd(counter, 1);
    is_last = ticket == static_cast<unsigned short>(gridDim.x - 1);

    if (is_last) {
      // ...
    }
  }
  // ...
}
