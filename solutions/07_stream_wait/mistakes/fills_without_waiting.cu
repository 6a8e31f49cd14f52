// expect: data_race
// The source's device fills a buffer again without waiting until it has been drained.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    // ...
  }
  return cudaSuccess;
}
