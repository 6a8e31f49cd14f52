// expect: wrong_result
// Issues all fills before the first drain: no drain has been recorded when the fills
// wait for it, and each drain waits for the last record of its buffer's fill.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    // ...
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));
  }
  i = 0;
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[i], 0));
    // ...
  }
  return cudaSuccess;
}
