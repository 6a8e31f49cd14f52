// expect: deadlock
// With n == 0 nothing is launched, but *start moves on: the next launch waits forever.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  if (n == 0) {
    *start += grid.x * grid.y * grid.z * unsigned(rounds);
    return cudaSuccess;
  }
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  // ...
}
