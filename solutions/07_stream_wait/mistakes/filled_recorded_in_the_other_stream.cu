// expect: api_error
// says: record it there
// unsaid: led there
// The event that a buffer was filled is recorded in the stream that drains it.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    TRY(cudaEventRecord(pipe->filled[i], pipe->to.stream));
    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[i], 0));
    // ...
  }
  return cudaSuccess;
}
