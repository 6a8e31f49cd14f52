// expect: data_race
// The pipe has eight buffers, so that no fill ever meets a full one; the ninth chunk
// does.
// overlay

struct Pipe {
  Lane to, from;
  size_t chunk;
  char* buffer[8];
  cudaEvent_t filled[8];
  cudaEvent_t drained[8];
};

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  for (int i = 0; i < 8; ++i) {
    TRY(cudaHostAlloc(&pipe->buffer[i], chunk, cudaHostAllocPortable));
    // ...
  }
  return cudaSuccess;
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  int i = 0;
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = (i + 1) % 8) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    // ...
  }
  return cudaSuccess;
}

cudaError_t closePipe(Pipe* pipe) {
  TRY(cudaStreamSynchronize(pipe->from.stream));
  TRY(cudaStreamSynchronize(pipe->to.stream));
  for (int i = 0; i < 8; ++i) {
    if (pipe->buffer[i]) TRY(cudaFreeHost(pipe->buffer[i]));
    // ...
  }
  return cudaSuccess;
}
