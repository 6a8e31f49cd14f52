// expect: wrong_result
// Comes back when the kernel has ended, so that the host has nothing to do meanwhile.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  // ...
  if (error == cudaSuccess) *start += grid.x * grid.y * grid.z * unsigned(rounds);
  return error == cudaSuccess ? cudaStreamSynchronize(stream) : error;
}
