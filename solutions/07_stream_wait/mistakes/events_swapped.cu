// expect: api_error
// Each event is made on the other one's device.
// overlay

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  for (int i = 0; i < 2; ++i) {
    TRY(cudaHostAlloc(&pipe->buffer[i], chunk, cudaHostAllocPortable));
    TRY(makeEvent(&pipe->filled[i], to.device));
    TRY(makeEvent(&pipe->drained[i], from.device));
  }
  return cudaSuccess;
}
