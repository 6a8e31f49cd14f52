// expect: wrong_result
// Returns only when the kernel has ended, so the host cannot do anything else meanwhile.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  // ...
  if (error == cudaSuccess) *start += grid.x * grid.y * grid.z * unsigned(rounds);
  return error == cudaSuccess ? cudaStreamSynchronize(stream) : error;
}
