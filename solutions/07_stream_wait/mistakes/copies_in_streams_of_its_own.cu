// expect: data_race
// The pipe copies in two streams of its own, which do not wait for what the lanes did
// before.
// overlay

cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  for (Lane* lane : {&pipe->to, &pipe->from}) {
    const OnDevice here(lane->device);
    TRY(cudaStreamCreateWithFlags(&lane->stream, cudaStreamNonBlocking));
  }
  for (int i = 0; i < 2; ++i) {
    // ...
  }
  return cudaSuccess;
}
