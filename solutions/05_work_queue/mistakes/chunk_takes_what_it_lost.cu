// expect: wrong_result
// says: If it fails, it has taken nothing
// An exchange that fails is taken for a draw of what it returns.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  volatile unsigned long long* now = &current;
  unsigned long long begin = *now;
  if (begin >= total) return Chunk{0, 0};
  unsigned long long size = guidedShare(total - begin, blocks);
  const unsigned long long found = atomicCAS(&current, begin, begin + size);
  if (found != begin) {
    begin = found;
    size = guidedShare(total - begin, blocks);
  }
  return Chunk{begin, begin + size};
}
