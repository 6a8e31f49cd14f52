// expect: wrong_result
// Only whole chunks are copied.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  int i = 0;
  for (size_t done = 0; done + pipe->chunk <= bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    // ...
  }
  return cudaSuccess;
}
