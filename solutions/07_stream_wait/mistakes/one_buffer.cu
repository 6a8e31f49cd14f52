// expect: deadlock
// Only one of the two buffers is used: the devices take turns and never work at once.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  int i = 0;
  for (size_t done = 0; done < bytes; done += pipe->chunk) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    // ...
  }
  return cudaSuccess;
}
