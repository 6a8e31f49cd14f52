// expect: wrong_result
// no cure: *start does not grow by the arrivals of the launch
// Leaves *start as it was: in the next launch the goals are reached already.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  return error;
}
