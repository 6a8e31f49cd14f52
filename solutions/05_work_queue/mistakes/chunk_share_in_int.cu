// expect: wrong_result
// The share of a block is kept in an int, which 2^31 items do not fit.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  // ...
  while (begin < total) {
    const int share = (total - begin) / (2ull * blocks);
    // ...
  }
  return Chunk{total, total};
}
