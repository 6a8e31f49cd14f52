// expect: api_error
// The directions of the two copies are swapped.
// The manual does not say what happens then; two H200s went by the addresses.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyHostToDevice,
                        pipe->from.stream));
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));
    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[i], 0));
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyDeviceToHost,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  return cudaSuccess;
}
