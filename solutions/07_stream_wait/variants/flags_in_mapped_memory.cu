// Two kernels copy, one on each device, and count their chunks in host memory, with
// fences of system scope, since the other kernel is on another device.
// overlay

struct Pipe {
  // ...
  char* buffer[2];
  int* filled;   // How many chunks have been filled, since the pipe was made.
  int* drained;  // And how many have been drained.
  int chunks;    // How many have been given out.
};

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, nullptr, nullptr, 0};
  constexpr unsigned kFlags = cudaHostAllocPortable | cudaHostAllocMapped;
  for (char*& buffer : pipe->buffer) TRY(cudaHostAlloc(&buffer, chunk, kFlags));
  for (int** count : {&pipe->filled, &pipe->drained}) {
    TRY(cudaHostAlloc(count, sizeof(int), kFlags));
    **count = 0;
  }
  return cudaSuccess;
}

__global__ void fillBuffers(Pipe pipe, const char* source, size_t bytes) {
  volatile int* filled = pipe.filled;
  volatile int* drained = pipe.drained;
  int turn = pipe.chunks;
  for (size_t done = 0; done < bytes; done += pipe.chunk, ++turn) {
    while (*drained < turn - 1) {
    }
    __threadfence_system();  // The drain of this buffer, then the fill.
    for (size_t i = 0; i < pipe.chunk && done + i < bytes; ++i)
      pipe.buffer[turn % 2][i] = source[done + i];
    __threadfence_system();  // The fill, then the count.
    *filled = turn + 1;
  }
}

__global__ void drainBuffers(Pipe pipe, char* target, size_t bytes) {
  volatile int* filled = pipe.filled;
  volatile int* drained = pipe.drained;
  int turn = pipe.chunks;
  for (size_t done = 0; done < bytes; done += pipe.chunk, ++turn) {
    while (*filled < turn + 1) {
    }
    __threadfence_system();  // The fill of this buffer, then the drain.
    for (size_t i = 0; i < pipe.chunk && done + i < bytes; ++i)
      target[done + i] = pipe.buffer[turn % 2][i];
    __threadfence_system();  // The drain, then the count.
    *drained = turn + 1;
  }
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  {
    const OnDevice here(pipe->from.device);
    fillBuffers<<<1, 1, 0, pipe->from.stream>>>(*pipe, static_cast<const char*>(source),
                                                bytes);
    TRY(cudaGetLastError());
  }
  const OnDevice here(pipe->to.device);
  drainBuffers<<<1, 1, 0, pipe->to.stream>>>(*pipe, static_cast<char*>(target), bytes);
  pipe->chunks += int((bytes + pipe->chunk - 1) / pipe->chunk);
  return cudaGetLastError();
}

cudaError_t closePipe(Pipe* pipe) {
  TRY(cudaStreamSynchronize(pipe->from.stream));
  TRY(cudaStreamSynchronize(pipe->to.stream));
  for (char* buffer : pipe->buffer) TRY(cudaFreeHost(buffer));
  TRY(cudaFreeHost(pipe->filled));
  return cudaFreeHost(pipe->drained);
}
