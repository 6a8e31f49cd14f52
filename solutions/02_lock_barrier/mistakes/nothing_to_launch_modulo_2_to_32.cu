// expect: wrong_result
// Takes a grid of 2^32 blocks for an empty one, with nothing to do.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  if (grid.x * grid.y * grid.z == 0) return cudaSuccess;
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  // ...
}
