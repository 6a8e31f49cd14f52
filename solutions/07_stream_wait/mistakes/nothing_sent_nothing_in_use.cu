// expect: data_race
// The first two fills wait unless the previous call used no buffer; but after a call
// without a byte, the buffers may still hold what the call before that put there.
// overlay

struct Pipe {
  // ...
  cudaEvent_t drained[2];
  size_t before;
};

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}, 0};
  for (int i = 0; i < 2; ++i) {
    // ...
  }
  return cudaSuccess;
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    if (done >= 2 * pipe->chunk || pipe->before > 0)
      TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    // ...
  }
  pipe->before = bytes;
  return cudaSuccess;
}
