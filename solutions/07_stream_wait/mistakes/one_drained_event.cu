// expect: deadlock
// Both buffers share the event that says that they were drained: each fill waits for the
// drain of the previous chunk, not of the one before that.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[0], 0));
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    // ...
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[0], pipe->to.stream));
  }
  return cudaSuccess;
}
