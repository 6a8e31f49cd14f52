// expect: deadlock
// A launch with <<< >>> accepts any grid: all blocks wait for one that never starts.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  phases<<<grid, block, 0, stream>>>(a, b, n, rounds, mutex, *start);
  *start += grid.x * grid.y * grid.z * unsigned(rounds);
  return cudaGetLastError();
}
