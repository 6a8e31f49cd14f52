// Each chunk has events of its own, which are destroyed as soon as the waits for them
// are issued.
// overlay

struct Pipe {
  // ...
  char* buffer[2];
  cudaEvent_t drained[2];
};

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}};
  for (int i = 0; i < 2; ++i) {
    TRY(cudaHostAlloc(&pipe->buffer[i], chunk, cudaHostAllocPortable));
    TRY(makeEvent(&pipe->drained[i], to.device));
  }
  return cudaSuccess;
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    // ...
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    TRY(follow(pipe->to, pipe->from));
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    TRY(cudaEventDestroy(pipe->drained[i]));
    TRY(makeEvent(&pipe->drained[i], pipe->to.device));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  return cudaSuccess;
}

cudaError_t closePipe(Pipe* pipe) {
  // ...
  for (int i = 0; i < 2; ++i) {
    if (pipe->buffer[i]) TRY(cudaFreeHost(pipe->buffer[i]));
    if (pipe->drained[i]) TRY(cudaEventDestroy(pipe->drained[i]));
  }
  return cudaSuccess;
}
