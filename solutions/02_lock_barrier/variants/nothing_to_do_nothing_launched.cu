// With no elements or no rounds nothing is launched, and *start stays as it is; a launch
// that is impossible is refused all the same.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  if (n == 0 || rounds == 0) {
    if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.y > 65535 || grid.z > 65535)
      return cudaErrorInvalidConfiguration;
    int places = 0;
    const cudaError_t error = residentBlocks(block, &places);
    if (error != cudaSuccess) return error;
    if (places == 0) return cudaErrorInvalidConfiguration;
    const unsigned long long layer = 1ull * grid.x * grid.y, most = places;
    return layer > most || layer * grid.z > most ? cudaErrorCooperativeLaunchTooLarge
                                                 : cudaSuccess;
  }
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  // ...
}
