// expect: deadlock
// Asks whether the grid fits, then launches with <<< >>>: it fits only if nothing else
// runs.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  int resident = 0;
  const cudaError_t error = residentBlocks(block, &resident);
  if (error != cudaSuccess) return error;
  const unsigned long long blocks = 1ull * grid.x * grid.y * grid.z;
  if (blocks > unsigned(resident)) return cudaErrorCooperativeLaunchTooLarge;
  phases<<<grid, block, 0, stream>>>(a, b, n, rounds, mutex, *start);
  *start += unsigned(blocks) * unsigned(rounds);
  return cudaGetLastError();
}
