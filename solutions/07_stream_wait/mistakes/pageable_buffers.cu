// expect: deadlock
// says: is pageable memory, as malloc() returns it
// The buffers are ordinary memory: each copy into one makes the host wait.
// overlay

#include <cstdlib>

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  for (int i = 0; i < 2; ++i) {
    pipe->buffer[i] = static_cast<char*>(std::malloc(chunk));
    TRY(makeEvent(&pipe->filled[i], from.device));
    TRY(makeEvent(&pipe->drained[i], to.device));
  }
  return cudaSuccess;
}

cudaError_t closePipe(Pipe* pipe) {
  // ...
  for (int i = 0; i < 2; ++i) {
    if (pipe->buffer[i]) std::free(pipe->buffer[i]);
    if (pipe->filled[i]) TRY(cudaEventDestroy(pipe->filled[i]));
    if (pipe->drained[i]) TRY(cudaEventDestroy(pipe->drained[i]));
  }
  return cudaSuccess;
}
