// expect: data_race, wrong_result
// Kernels copy and count; a waiting kernel polls 20,000 times, and then goes on.
// overlay

struct Pipe {
  // ...
  char* buffer[2];
  int* filled;
  int* drained;
  int chunks;
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
    __threadfence_system();
    for (size_t i = 0; i < pipe.chunk && done + i < bytes; ++i)
      pipe.buffer[turn % 2][i] = source[done + i];
    __threadfence_system();
    *filled = turn + 1;
  }
}

__global__ void drainBuffers(Pipe pipe, char* target, size_t bytes) {
  volatile int* filled = pipe.filled;
  volatile int* drained = pipe.drained;
  int turn = pipe.chunks;
  for (size_t done = 0; done < bytes; done += pipe.chunk, ++turn) {
    for (int looks = 0; *filled < turn + 1 && looks < 20000; ++looks) {
    }
    __threadfence_system();
    for (size_t i = 0; i < pipe.chunk && done + i < bytes; ++i)
      target[done + i] = pipe.buffer[turn % 2][i];
    __threadfence_system();
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
