// expect: deadlock
// The loop expects what the index was at its first look, and never looks again.
// says: let them expect the value that it returned
// unsaid: must write 0 to it again
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  const unsigned long long old = *(volatile unsigned long long*)&current;
  unsigned long long n;
  do {
    if (old >= total) return Chunk{0, 0};
    n = (total - old) / (2 * blocks);
    if (n == 0) n = 1;
  } while (atomicCAS(&current, old, old + n) != old);
  return Chunk{old, old + n};
}
