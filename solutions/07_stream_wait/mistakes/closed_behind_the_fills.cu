// expect: bad_access
// closePipe() waits only for the fills; the last drains may still be pending.
// overlay

cudaError_t closePipe(Pipe* pipe) {
  TRY(cudaStreamSynchronize(pipe->from.stream));
  for (int i = 0; i < 2; ++i) {
    // ...
  }
  return cudaSuccess;
}
