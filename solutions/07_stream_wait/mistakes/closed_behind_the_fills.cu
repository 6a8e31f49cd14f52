// expect: bad_access
// closePipe() waits for the fills alone; the last drains may still be on their way.
// overlay

cudaError_t closePipe(Pipe* pipe) {
  TRY(cudaStreamSynchronize(pipe->from.stream));
  for (int i = 0; i < 2; ++i) {
    if (pipe->buffer[i]) TRY(cudaFreeHost(pipe->buffer[i]));
    if (pipe->filled[i]) TRY(cudaEventDestroy(pipe->filled[i]));
    if (pipe->drained[i]) TRY(cudaEventDestroy(pipe->drained[i]));
  }
  return cudaSuccess;
}
