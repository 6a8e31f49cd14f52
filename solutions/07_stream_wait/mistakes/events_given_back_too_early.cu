// expect: api_error
// copyStaged() destroys the pipe's events when it has used them, but the next call uses
// them again.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    // ...
  }
  for (cudaEvent_t event :
       {pipe->filled[0], pipe->filled[1], pipe->drained[0], pipe->drained[1]})
    TRY(cudaEventDestroy(event));
  return cudaSuccess;
}

cudaError_t closePipe(Pipe* pipe) {
  // ...
  for (int i = 0; i < 2; ++i) {
    if (pipe->buffer[i]) TRY(cudaFreeHost(pipe->buffer[i]));
  }
  return cudaSuccess;
}
