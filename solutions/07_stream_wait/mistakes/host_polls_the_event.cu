// expect: no_progress
// The host polls the event until the buffer is full.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    // ...
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));
    while (cudaEventQuery(pipe->filled[i]) == cudaErrorNotReady) {
    }
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  return cudaSuccess;
}
