// expect: wrong_result
// says: each chunk goes from from + done to to + done
// Every chunk is written to the beginning of the target.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    // ...
    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[i], 0));
    TRY(cudaMemcpyAsync(to, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    // ...
  }
  return cudaSuccess;
}
