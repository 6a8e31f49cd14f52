// expect: wrong_result
// says: what a call takes, by moving `current` on, it must return
// The loop ends when the atomicCAS fails, and goes on when it has taken a chunk.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = 0, size = 0;
  do {
    begin = *static_cast<volatile unsigned long long*>(&current);
    if (begin >= total) return {0, 0};
    size = guidedShare(total - begin, blocks);
  } while (atomicCAS(&current, begin, begin + size) == begin);
  return {begin, begin + size};
}
