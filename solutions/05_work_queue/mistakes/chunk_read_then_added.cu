// expect: wrong_result
// says: another block has drawn
// The size is computed from an index that may have moved on when it is added.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  const unsigned long long seen = *static_cast<volatile unsigned long long*>(&current);
  if (seen >= total) return Chunk{total, total};
  const unsigned long long share = (total - seen) / (2ull * blocks);
  const unsigned long long size = share > 1 ? share : 1;
  const unsigned long long begin = atomicAdd(&current, size);
  if (begin >= total) return Chunk{total, total};
  return Chunk{begin, begin + size < total ? begin + size : total};
}
