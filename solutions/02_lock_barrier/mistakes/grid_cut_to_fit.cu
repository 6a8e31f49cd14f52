// expect: wrong_result
// Launches as many blocks as fit, and does not report that more were requested.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  int resident = 0;
  residentBlocks(block, &resident);
  if (grid.x * grid.y * grid.z > unsigned(resident)) grid = dim3(resident);
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  // ...
}
