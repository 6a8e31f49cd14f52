// expect: wrong_result
// says: must be the index behind its last item
// Returns the number of items in place of the end.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = atomicAdd(&current, 0ull);
  while (begin < total) {
    const unsigned long long size = guidedShare(total - begin, blocks);
    const unsigned long long found = atomicCAS(&current, begin, begin + size);
    if (found == begin) return {begin, size};
    begin = found;
  }
  return {0, 0};
}
