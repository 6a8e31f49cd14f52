// expect: data_race
// The first look at the index is a plain read, while others move it on.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = current;
  while (begin < total) {
    // ...
  }
  return Chunk{total, total};
}
