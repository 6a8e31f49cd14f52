// expect: wrong_result
// Multiplies by 1 / (2 * blocks) in double: with 49 blocks and 196 items left, the
// result is slightly less than 2.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    const auto share = static_cast<unsigned long long>(
        static_cast<double>(total - begin) * (1.0 / (2.0 * blocks)));
    const unsigned long long end = begin + (share > 1 ? share : 1);
    // ...
  }
  return Chunk{total, total};
}
