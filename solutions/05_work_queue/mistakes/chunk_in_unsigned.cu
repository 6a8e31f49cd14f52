// expect: wrong_result
// Draws with 64 bits, but computes with 32.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long found = *static_cast<volatile unsigned long long*>(&current);
  while (found < total) {
    const unsigned begin = unsigned(found);
    const unsigned share = unsigned(total - begin) / (2 * blocks);
    const unsigned end = begin + (share > 1 ? share : 1);
    const unsigned long long before = found;
    found = atomicCAS(&current, before, (unsigned long long)end);
    if (found == before) return Chunk{begin, end};
  }
  return Chunk{total, total};
}
