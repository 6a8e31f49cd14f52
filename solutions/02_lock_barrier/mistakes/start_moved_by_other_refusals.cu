// expect: wrong_result, deadlock
// Leaves *start alone if the grid is too large, but advances it after other launches
// that fail, although these do not change the mutex.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  if (error != cudaErrorCooperativeLaunchTooLarge)
    *start += grid.x * grid.y * grid.z * unsigned(rounds);
  return error;
}
