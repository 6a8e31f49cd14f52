// The first guess is 0, without a look: the compare-and-swap tells what it is.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = 0;
  while (begin < total) {
    // ...
  }
  return Chunk{total, total};
}
