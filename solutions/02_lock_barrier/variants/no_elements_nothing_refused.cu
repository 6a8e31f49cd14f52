// With no elements nothing is launched, and the grid is not checked.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  if (n == 0) {
    int places = 0;
    const cudaError_t asked = residentBlocks(block, &places);
    if (asked != cudaSuccess) return asked;
    return cudaSuccess;
  }
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  // ...
}
