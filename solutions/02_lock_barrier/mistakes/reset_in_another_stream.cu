// expect: data_race
// Clears the counter in the default stream, for which the kernel's own stream does not
// wait.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  cudaMemsetAsync(mutex, 0, sizeof(unsigned));
  *start = 0;
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  return error;
}
