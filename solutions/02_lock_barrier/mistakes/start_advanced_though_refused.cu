// expect: wrong_result, deadlock
// says: yet *start went from 0 to
// Counts the arrivals of a grid that was refused; the next launch waits for them.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  *start += grid.x * grid.y * grid.z * unsigned(rounds);
  return error;
}
