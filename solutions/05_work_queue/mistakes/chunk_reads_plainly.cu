// expect: data_race
// The first read of the index is plain, while others change it.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = current;
  while (begin < total) {
    // ...
  }
  return Chunk{total, total};
}
