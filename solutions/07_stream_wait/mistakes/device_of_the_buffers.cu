// expect: wrong_result
// openPipe() makes from's device current for the buffers, and leaves it so.
// overlay

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  TRY(cudaSetDevice(from.device));
  for (int i = 0; i < 2; ++i) {
    // ...
  }
  return cudaSuccess;
}
