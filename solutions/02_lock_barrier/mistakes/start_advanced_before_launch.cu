// expect: deadlock
// Advances *start before the launch, which then passes the new value to the kernel.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  const unsigned old = *start;
  *start += grid.x * grid.y * grid.z * unsigned(rounds);
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  if (error != cudaSuccess) *start = old;
  return error;
}
