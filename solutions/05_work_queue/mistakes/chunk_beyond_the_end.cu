// expect: wrong_result
// Draws the chunk with a size that was right a moment ago, and may end past the last
// item.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  const unsigned long long seen = *static_cast<volatile unsigned long long*>(&current);
  const unsigned long long share = seen < total ? (total - seen) / (2ull * blocks) : 0;
  const unsigned long long size = share > 1 ? share : 1;
  const unsigned long long begin = atomicAdd(&current, size);
  return begin < total ? Chunk{begin, begin + size} : Chunk{total, total};
}
