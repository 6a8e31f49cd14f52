// expect: deadlock
// says: only when your function has returned
// After each chunk the host waits until the buffer is full; no event is needed then, but
// nothing overlaps.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    // ...
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));
    TRY(cudaStreamSynchronize(pipe->from.stream));
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  return cudaSuccess;
}
