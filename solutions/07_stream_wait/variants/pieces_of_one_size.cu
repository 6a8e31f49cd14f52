// A copy is cut into as few pieces as its chunks need, of equal size as far as possible,
// and the last piece goes first.
// overlay

cudaError_t copyStaged(Pipe* pipe, void* target, const void* source, size_t bytes) {
  // ...
  int i = 0;
  const size_t pieces = (bytes + pipe->chunk - 1) / pipe->chunk;
  for (size_t piece = pieces; piece-- > 0; i = 1 - i) {
    const size_t each = (bytes + pieces - 1) / pieces;
    const size_t done = std::min(bytes, piece * each);
    const size_t part = std::min(each, bytes - done);

    TRY(cudaStreamWaitEvent(pipe->from.stream, pipe->drained[i], 0));
    // ...
  }
  return cudaSuccess;
}
