// expect: data_race
// Uses four flags in turn, chosen by the counter's address, with no barrier between the
// read of one and the next call's write: a counter four ints further on has the same
// flag.
// overlay

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool flags[4];
  bool& is_last = flags[reinterpret_cast<unsigned long long>(counter) / sizeof(int) % 4];
  if (threadIdx.x == 0) is_last = false;
  __syncthreads();

  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(counter, 1) == int(gridDim.x) - 1) {
      __threadfence();
      *counter = 0;
      is_last = true;
    }
  }
  // ...
}
