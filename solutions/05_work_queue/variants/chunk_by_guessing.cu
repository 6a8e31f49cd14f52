// The first guess is 0, without a read: the compare-and-swap returns the actual value.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = 0;
  while (begin < total) {
    // ...
  }
  return Chunk{total, total};
}
