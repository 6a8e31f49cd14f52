// expect: wrong_result
// A closed pipe keeps its buffers.
// overlay

cudaError_t closePipe(Pipe* pipe) {
  TRY(cudaStreamSynchronize(pipe->from.stream));
  TRY(cudaStreamSynchronize(pipe->to.stream));
  for (int i = 0; i < 2; ++i) {
    if (pipe->filled[i]) TRY(cudaEventDestroy(pipe->filled[i]));
    if (pipe->drained[i]) TRY(cudaEventDestroy(pipe->drained[i]));
  }
  return cudaSuccess;
}
