// expect: wrong_result, data_race
// says: return an empty chunk, before guidedShare()
// unsaid: In the same schedule
// Does not ask whether any item remains: guidedShare() is at least 1.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  const unsigned long long share = guidedShare(total - current, blocks);
  const unsigned long long begin = atomicAdd(&current, share);
  return Chunk{begin, begin + share};
}
