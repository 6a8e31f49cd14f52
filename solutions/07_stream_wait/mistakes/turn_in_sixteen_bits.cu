// expect: data_race
// The pipe counts its chunks in 16 bits: after 65,536 chunks it takes the buffers for
// new again.
// overlay

struct Pipe {
  // ...
  cudaEvent_t drained[2];
  unsigned short chunks;
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
  int i = pipe->chunks % 2;
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);
    if (pipe->chunks++ >= 2)
      TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    // ...
  }
  return cudaSuccess;
}
