// expect: bad_access
// closePipe() waits for the fills alone; the last drains may still be on their way.
// overlay

cudaError_t closePipe(Pipe* pipe) {
  TRY(cudaStreamSynchronize(pipe->from.stream));
  for (int i = 0; i < 2; ++i) {
    // ...
  }
  return cudaSuccess;
}
