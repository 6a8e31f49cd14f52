// expect: wrong_result, data_race
// A thread of the master keeps the words that it still has to see in 64 bits, and
// forgets any beyond those.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    unsigned long long missing = 0;
    unsigned bit = 0;
    for (unsigned i = thread; i < blocks && bit < 64; i += threads, ++bit)
      missing |= 1ull << bit;
    while (missing != 0) {
      bit = 0;
      for (unsigned i = thread; i < blocks && bit < 64; i += threads, ++bit)
        if (in[i] == goal) missing &= ~(1ull << bit);
    }
    __threadfence();
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  // ...
}
