// The pipe counts its chunks over all calls, so a call may begin with either buffer; the
// first two fills of all do not wait.  Closing waits for the last drain of either buffer.
// overlay

struct Pipe {
  Lane to, from;
  size_t chunk;
  char* buffer[2];
  cudaEvent_t filled[2];
  cudaEvent_t drained[2];
  size_t turn;
};

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}, 0};
  for (int i = 0; i < 2; ++i) {
    TRY(cudaHostAlloc(&pipe->buffer[i], chunk, cudaHostAllocPortable));
    TRY(makeEvent(&pipe->filled[i], from.device));
    TRY(makeEvent(&pipe->drained[i], to.device));
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
    TRY(cudaEventRecord(pipe->filled[i], pipe->from.stream));

    TRY(cudaStreamWaitEvent(pipe->to.stream, pipe->filled[i], 0));
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->to.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->to.stream));
  }
  return cudaSuccess;
}

cudaError_t closePipe(Pipe* pipe) {
  for (int i = 0; i < 2; ++i) TRY(cudaEventSynchronize(pipe->drained[i]));
  for (int i = 0; i < 2; ++i) {
    if (pipe->buffer[i]) TRY(cudaFreeHost(pipe->buffer[i]));
    if (pipe->filled[i]) TRY(cudaEventDestroy(pipe->filled[i]));
    if (pipe->drained[i]) TRY(cudaEventDestroy(pipe->drained[i]));
  }
  return cudaSuccess;
}
