// expect: no_progress
// The pipe keeps the size of its chunk in an int.
// overlay

struct Pipe {
  Lane to, from;
  int chunk;
  char* buffer[2];
  // ...
};

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, int(chunk), {}, {}, {}};
  for (int i = 0; i < 2; ++i) {
    TRY(cudaHostAlloc(&pipe->buffer[i], pipe->chunk, cudaHostAllocPortable));
    TRY(makeEvent(&pipe->filled[i], from.device));
    TRY(makeEvent(&pipe->drained[i], to.device));
  }
  return cudaSuccess;
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min<size_t>(pipe->chunk, bytes - done);
    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    // ...
  }
  return cudaSuccess;
}
