// expect: deadlock
// says: and 0 rounds, *mutex holds 0
// A launch with no rounds advances *start as one round would.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  if (error == cudaSuccess)
    *start += grid.x * grid.y * grid.z * unsigned(rounds > 0 ? rounds : 1);
  return error;
}
