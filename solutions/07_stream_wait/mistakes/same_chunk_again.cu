// expect: wrong_result
// Every chunk is read from the beginning of the source.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    TRY(cudaMemcpyAsync(pipe->buffer[i], from, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    // ...
  }
  return cudaSuccess;
}
