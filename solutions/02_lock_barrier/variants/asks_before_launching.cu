// Asks whether the grid fits before it tries, but still launches cooperatively.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  int resident = 0;
  cudaError_t error = residentBlocks(block, &resident);
  if (error != cudaSuccess) return error;
  if (grid.x * grid.y * grid.z > unsigned(resident))
    return cudaErrorCooperativeLaunchTooLarge;
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  error = cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(phases), grid, block,
                                      arguments, 0, stream);
  if (error == cudaSuccess) *start += grid.x * grid.y * grid.z * unsigned(rounds);
  return error;
}
