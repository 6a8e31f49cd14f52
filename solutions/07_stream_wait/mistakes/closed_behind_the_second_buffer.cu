// expect: bad_access
// closePipe() waits until the second buffer has been drained, but after an odd number of
// chunks the first one is the last.
// overlay

cudaError_t closePipe(Pipe* pipe) {
  TRY(cudaEventSynchronize(pipe->filled[1]));
  TRY(cudaEventSynchronize(pipe->drained[1]));
  for (int i = 0; i < 2; ++i) {
    // ...
  }
  return cudaSuccess;
}
