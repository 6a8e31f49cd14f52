// expect: wrong_result
// Waits for the stream when there are no elements to work on.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  if (error == cudaSuccess && n == 0) cudaStreamSynchronize(stream);
  if (error == cudaSuccess) *start += grid.x * grid.y * grid.z * unsigned(rounds);
  return error;
}
