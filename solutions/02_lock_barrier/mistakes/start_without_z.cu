// expect: wrong_result, no_progress, data_race
// no cure: *start grows by the blocks of one layer, not of all
// A grid has three dimensions, but *start advances by only two of them.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  if (error == cudaSuccess) *start += grid.x * grid.y * unsigned(rounds);
  return error;
}
