// expect: bad_access
// The last chunk is copied as if it were as long as the others.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = pipe->chunk;
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    // ...
  }
  return cudaSuccess;
}
