// expect: wrong_result
// What remains is `total - current`, until a fetch has driven `current` past the end:
// then that is a huge number.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin != total) {
    const unsigned long long end = begin + guidedShare(total - begin, blocks);
    // ...
  }
  return Chunk{total, total};
}
