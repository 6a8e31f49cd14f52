// With no element or no round nothing is launched, and *start stays as it is.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  if (n == 0 || rounds == 0) return cudaSuccess;
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  // ...
}
