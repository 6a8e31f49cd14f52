// expect: data_race, wrong_result
// says: which no thread of this block has written
// no cure: the flag is never set to false
// The flag is set in the last block only; in all others it holds whatever it held
// before.
// overlay

__device__ bool lastBlockShared(int* counter) {
  // ...
  if (threadIdx.x == 0) {
    __threadfence();
    const bool drew_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (drew_last) {
      is_last = true;
      __threadfence();
      *counter = 0;
    }
  }
  // ...
}
