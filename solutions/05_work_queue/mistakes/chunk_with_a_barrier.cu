// expect: divergent_barrier
// nextChunk() contains a barrier, but not all threads of a block call it.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    const unsigned long long end = begin + guidedShare(total - begin, blocks);
    __syncthreads();
    const unsigned long long found = atomicCAS(&current, begin, end);
    // ...
  }
  return Chunk{total, total};
}
