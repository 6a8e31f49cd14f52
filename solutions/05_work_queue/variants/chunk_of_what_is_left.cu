// nextChunk() computes with signed numbers: past the end, `left` is negative, and the
// empty chunk begins and ends at the index that the thread read.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = atomicAdd(&current, 0ull);
  for (;;) {
    const long long left = static_cast<long long>(total - begin);
    if (left <= 0) return Chunk{begin, begin};
    const long long share = left / (2ll * blocks);
    const unsigned long long end = begin + (share > 0 ? share : 1);
    const unsigned long long found = atomicCAS(&current, begin, end);
    // ...
  }
}
