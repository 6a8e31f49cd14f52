// expect: data_race
// A fill waits until the other buffer has been drained: too much within one copy, and
// too little for the first fill of the next one.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[1 - i], 0));
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    // ...
  }
  return cudaSuccess;
}
