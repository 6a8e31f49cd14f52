// The pipe copies in two streams of its own, which follow the lanes, and which the lanes
// then follow.
// overlay

struct Pipe {
  Lane to, from;
  size_t chunk;
  Lane filler, drainer;
  char* buffer[2];
  // ...
};

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, from, to, {}, {}, {}};
  for (Lane* lane : {&pipe->filler, &pipe->drainer}) {
    const OnDevice here(lane->device);
    TRY(cudaStreamCreateWithFlags(&lane->stream, cudaStreamNonBlocking));
  }
  for (int i = 0; i < 2; ++i) {
    // ...
  }
  return cudaSuccess;
}

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  TRY(follow(pipe->filler, pipe->from));
  TRY(follow(pipe->drainer, pipe->to));
  char* to = static_cast<char*>(target);
  // ...
  for (size_t done = 0; done < bytes; done += pipe->chunk, i = 1 - i) {
    const size_t part = std::min(pipe->chunk, bytes - done);

    TRY(cudaStreamWaitEvent(pipe->filler.stream, pipe->drained[i], 0));
    TRY(cudaMemcpyAsync(pipe->buffer[i], from + done, part, cudaMemcpyDeviceToHost,
                        pipe->filler.stream));
    TRY(cudaEventRecord(pipe->filled[i], pipe->filler.stream));

    TRY(cudaStreamWaitEvent(pipe->drainer.stream, pipe->filled[i], 0));
    TRY(cudaMemcpyAsync(to + done, pipe->buffer[i], part, cudaMemcpyHostToDevice,
                        pipe->drainer.stream));
    TRY(cudaEventRecord(pipe->drained[i], pipe->drainer.stream));
  }
  TRY(follow(pipe->from, pipe->filler));
  return follow(pipe->to, pipe->drainer);
}

cudaError_t closePipe(Pipe* pipe) {
  // ...
  for (int i = 0; i < 2; ++i) {
    // ...
  }
  TRY(cudaStreamDestroy(pipe->filler.stream));
  TRY(cudaStreamDestroy(pipe->drainer.stream));
  return cudaSuccess;
}
