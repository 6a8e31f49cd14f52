// expect: wrong_result
// no cure: *start grows by gridDim.x, not by all blocks
// Counts the arrivals of gridDim.x blocks; the grid had more.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  if (error == cudaSuccess) *start += grid.x * unsigned(rounds);
  return error;
}
