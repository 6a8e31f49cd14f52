// expect: wrong_result
// Multiplies by 2^32 / (2 * blocks), rounded down, and shifts: wrong where the share is
// exactly a whole number.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    const unsigned long long inverse = (1ull << 32) / (2ull * blocks);
    const unsigned long long share = ((total - begin) * inverse) >> 32;
    const unsigned long long end = begin + (share > 1 ? share : 1);
    const unsigned long long found = atomicCAS(&current, begin, end);
    // ...
  }
  return Chunk{total, total};
}
