// expect: wrong_result
// says: Keep what cudaLaunchCooperativeKernel() itself returns
// unsaid: must keep waiting until
// Returns the last error, which may be that of an earlier call although this launch
// succeeded.
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
