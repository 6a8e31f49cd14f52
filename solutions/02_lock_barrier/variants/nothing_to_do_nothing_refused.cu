// With no rounds nothing is launched, and grid and block are not checked.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  if (rounds == 0) return cudaSuccess;
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  // ...
}
