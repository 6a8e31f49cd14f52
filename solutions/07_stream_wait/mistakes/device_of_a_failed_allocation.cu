// expect: wrong_result
// If there is no memory for a buffer, openPipe() returns with from's device current.
// overlay

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  for (int i = 0; i < 2; ++i) {
    int before = 0;
    TRY(cudaGetDevice(&before));
    TRY(cudaSetDevice(from.device));
    TRY(cudaHostAlloc(&pipe->buffer[i], chunk, cudaHostAllocPortable));
    TRY(cudaSetDevice(before));
    TRY(makeEvent(&pipe->filled[i], from.device));
    TRY(makeEvent(&pipe->drained[i], to.device));
  }
  return cudaSuccess;
}
