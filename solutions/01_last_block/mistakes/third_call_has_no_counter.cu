// expect: data_race, wrong_result
// Keeps two flags in turn, chosen by the counter's address: the third call reuses the
// first one's flag.
// overlay

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool flags[2];
  bool& is_last = flags[size_t(counter) / sizeof(int) % 2];

  if (size_t(counter) / sizeof(int) % 64 < 2) __syncthreads();

  if (threadIdx.x == 0) {
    // ...
  }
  // ...
}
