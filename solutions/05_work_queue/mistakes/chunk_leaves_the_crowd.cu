// expect: wrong_result
// nextChunk(): after losing 32 times, takes a single item, as if no more were left.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  for (int lost = 0; begin < total; ++lost) {
    if (lost == 32) {
      begin = atomicAdd(&current, 1ull);
      return begin < total ? Chunk{begin, begin + 1} : Chunk{total, total};
    }
    const unsigned long long end = begin + guidedShare(total - begin, blocks);
    // ...
  }
  return Chunk{total, total};
}
