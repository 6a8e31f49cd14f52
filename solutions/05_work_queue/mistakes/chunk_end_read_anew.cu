// expect: data_race
// says: of which another chunk has some, too
// says: Go by what the atomicCAS in
// unsaid: volatile pointer
// unsaid: as you saw it
// Takes for the chunk's end the index that others have moved on since.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = 0, size = 0;
  do {
    begin = *static_cast<volatile unsigned long long*>(&current);
    if (begin >= total) return {0, 0};
    size = guidedShare(total - begin, blocks);
  } while (atomicCAS(&current, begin, begin + size) != begin);
  return {begin, current};
}
