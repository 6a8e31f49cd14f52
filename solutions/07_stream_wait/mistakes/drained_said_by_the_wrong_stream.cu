// expect: data_race
// The stream that fills a buffer records that it was drained.
// overlay

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  for (int i = 0; i < 2; ++i) {
    TRY(cudaHostAlloc(&pipe->buffer[i], chunk, cudaHostAllocPortable));
    TRY(makeEvent(&pipe->filled[i], from.device));
    TRY(makeEvent(&pipe->drained[i], from.device));
  }
  return cudaSuccess;
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    // ...
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->from.stream));
  }
  return cudaSuccess;
}
