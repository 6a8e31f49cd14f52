// expect: deadlock
// Starts each launch at 0, as if the counter had been reset.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  unsigned zero = 0;
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, &zero};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  *start = 0;
  return error;
}
