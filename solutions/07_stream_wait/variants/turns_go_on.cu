// The pipe counts its chunks over all calls, so a call may begin with either buffer;
// only the first two fills overall do not wait.  Closing waits for the last drain of
// each buffer.
// overlay

struct Pipe {
  // ...
  cudaEvent_t drained[2];
  size_t turn;
};

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}, 0};
  for (int i = 0; i < 2; ++i) {
    // ...
  }
  return cudaSuccess;
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  char* to = static_cast<char*>(target);
  const char* from = static_cast<const char*>(source);
  for (size_t done = 0; done < bytes; done += pipe->chunk, ++pipe->turn) {
    const size_t i = pipe->turn % 2;
    const size_t part = std::min(pipe->chunk, bytes - done);

    if (pipe->turn >= 2) TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->from.stream));
    // ...
  }
  return cudaSuccess;
}

cudaError_t closePipe(Pipe* pipe) {
  for (int i = 0; i < 2; ++i) TRY(cudaEventSynchronize(pipe->drained[i]));
  for (int i = 0; i < 2; ++i) {
    // ...
  }
  return cudaSuccess;
}
