// expect: api_error
// Both buffers come from one allocation, but closePipe() frees each of them.
// overlay

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  TRY(cudaHostAlloc(&pipe->buffer[0], 2 * chunk, cudaHostAllocPortable));
  pipe->buffer[1] = pipe->buffer[0] + chunk;
  for (int i = 0; i < 2; ++i) {
    TRY(makeEvent(&pipe->filled[i], from.device));
    TRY(makeEvent(&pipe->drained[i], to.device));
  }
  return cudaSuccess;
}
