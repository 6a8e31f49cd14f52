// One event says for both buffers that they are full: each wait is issued right after
// its record.
// overlay

struct Pipe {
  // ...
  char* buffer[2];
  cudaEvent_t filled;
  cudaEvent_t drained[2];
};

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, nullptr, {}};
  for (int i = 0; i < 2; ++i) {
    TRY(cudaHostAlloc(&pipe->buffer[i], chunk, cudaHostAllocPortable));
    TRY(makeEvent(&pipe->drained[i], to.device));
  }
  return makeEvent(&pipe->filled, from.device);
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    // ...
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    TRY(cudaEventRecord(pipe->filled, pipe->from.stream));

    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled, 0));
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  return cudaSuccess;
}

cudaError_t closePipe(Pipe* pipe) {
  TRY(cudaStreamSynchronize(pipe->from.stream));
  TRY(cudaStreamSynchronize(pipe->to.stream));
  TRY(cudaEventDestroy(pipe->filled));
  for (int i = 0; i < 2; ++i) {
    if (pipe->buffer[i]) TRY(cudaFreeHost(pipe->buffer[i]));
    if (pipe->drained[i]) TRY(cudaEventDestroy(pipe->drained[i]));
  }
  return cudaSuccess;
}
