// expect: data_race
// A drain waits until the other buffer is full.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    // ...
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));
    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[1 - i], 0));
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  return cudaSuccess;
}
