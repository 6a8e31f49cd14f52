// expect: deadlock
// The host waits after each 512th chunk, so that not too many are in flight.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  char* to = static_cast<char*>(target);
  const char* from = static_cast<const char*>(source);
  int i = 0, chunks = 0;
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    // ...
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
    if (++chunks % 512 == 0) TRY(cudaEventSynchronize(pipe->drained[i]));
  }
  return cudaSuccess;
}
