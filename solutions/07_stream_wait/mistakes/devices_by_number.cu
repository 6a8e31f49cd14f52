// expect: api_error
// The pipe's events are on devices 0 and 1, whichever devices it is for.
// overlay

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  for (int i = 0; i < 2; ++i) {
    TRY(cudaHostAlloc(&pipe->buffer[i], chunk, cudaHostAllocPortable));
    TRY(makeEvent(&pipe->filled[i], 0));
    TRY(makeEvent(&pipe->drained[i], 1));
  }
  return cudaSuccess;
}
