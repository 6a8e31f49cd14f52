// expect: wrong_result
// When nothing remains, nextChunk() sets the index back to total - 1, to undo overruns:
// the last item is handed out again.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    // ...
  }
  atomicExch(&current, total - 1);
  return Chunk{total, total};
}
