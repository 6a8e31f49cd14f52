// expect: wrong_result, data_race
// closePipe() waits for the lane that fills the buffers, but not for the one that drains
// them; it does not free them, so nothing else goes wrong.
// overlay

cudaError_t closePipe(Pipe* pipe) {
  TRY(cudaStreamSynchronize(pipe->from.stream));
  for (int i = 0; i < 2; ++i) {
    if (pipe->filled[i]) TRY(cudaEventDestroy(pipe->filled[i]));
    if (pipe->drained[i]) TRY(cudaEventDestroy(pipe->drained[i]));
  }
  return cudaSuccess;
}
