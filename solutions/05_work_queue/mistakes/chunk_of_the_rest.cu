// expect: wrong_result
// Nothing remains if the difference to the total is 0, but past the end it is not 0.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = atomicAdd(&current, 0ull);
  for (;;) {
    const unsigned long long rest = total - begin;
    if (rest == 0) return Chunk{begin, begin};
    const unsigned long long share = rest / (2ull * blocks);
    const unsigned long long end = begin + (share ? share : 1);
    const unsigned long long found = atomicCAS(&current, begin, end);
    // ...
  }
}
