// expect: api_error, deadlock
// says: cudaMallocHost
// The buffers come from malloc(), and closePipe() is as it was handed out.
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
