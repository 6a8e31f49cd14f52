// expect: wrong_result
// Takes a grid that has no blocks for one with nothing to do, and reports success.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  if (grid.x * grid.y * grid.z == 0) return cudaSuccess;
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  // ...
}
