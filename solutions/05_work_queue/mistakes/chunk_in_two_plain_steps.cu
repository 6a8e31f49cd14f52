// expect: data_race
// Computes the size from a plain read of the index, and then adds it.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  const unsigned long long seen = current;
  if (seen >= total) return Chunk{total, total};
  const unsigned long long share = (total - seen) / (2ull * blocks);
  const unsigned long long size = share > 1 ? share : 1;
  const unsigned long long begin = atomicAdd(&current, size);
  if (begin >= total) return Chunk{total, total};
  return Chunk{begin, begin + size < total ? begin + size : total};
}
