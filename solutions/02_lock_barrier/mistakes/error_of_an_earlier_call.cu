// expect: wrong_result
// Asks for the last error: it may be that of an earlier call, and this launch went well.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(phases), grid, block,
                              arguments, 0, stream);
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) *start += grid.x * grid.y * grid.z * unsigned(rounds);
  return error;
}
