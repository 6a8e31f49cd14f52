// expect: wrong_result, data_race
// says: anew
// Reads the index plainly, computes the share, and adds it to whatever the index is then.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  if (current >= total) return Chunk{total, total};
  const unsigned long long size = guidedShare(total - current, blocks);
  const unsigned long long begin = atomicAdd(&current, size);
  if (begin >= total) return Chunk{total, total};
  return Chunk{begin, begin + size < total ? begin + size : total};
}
