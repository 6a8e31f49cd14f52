// expect: wrong_result, data_race
// says: which no thread of this block has written
// unsaid: correct the condition
// The flag is set in the last block only, and by what it holds the counter is reset.
// overlay

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(counter, 1) == int(gridDim.x) - 1) is_last = true;
    if (is_last) {
      *counter = 0;
      __threadfence();
    }
  }
  // ...
}
