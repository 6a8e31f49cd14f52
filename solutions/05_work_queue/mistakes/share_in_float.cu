// expect: wrong_result
// Divides in float: 24 bits are enough for small queues only.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = atomicAdd(&current, 0ull);
  while (begin < total) {
    unsigned long long share = (unsigned long long)((total - begin) / (2.0f * blocks));
    if (share == 0) share = 1;
    const unsigned long long found = atomicCAS(&current, begin, begin + share);
    if (found == begin) return Chunk{begin, begin + share};
    begin = found;
  }
  return Chunk{0, 0};
}
