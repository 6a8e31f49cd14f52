// expect: data_race
// A call waits once for the last drain of the previous call, and assumes that that call
// had as many chunks.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  int i = 0;
  const size_t chunks = (bytes + pipe->chunk - 1) / pipe->chunk;
  if (chunks > 0)
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[(chunks - 1) % 2], 0));
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);

    if (done >= 2 * pipe->chunk)
      TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    // ...
  }
  return cudaSuccess;
}
