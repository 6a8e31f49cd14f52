// expect: wrong_result, deadlock, data_race
// says: half of a pointer as argument 6 of phases
// unsaid: must keep waiting until
// Passes the address of the pointer `start` as the last argument, so that the kernel
// counts from the lower half of an address.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* args[] = {&a, &b, &n, &rounds, &mutex, &start};
  const cudaError_t error = cudaLaunchCooperativeKernel(reinterpret_cast<void*>(phases),
                                                        grid, block, args, 0, stream);
  if (error == cudaSuccess) *start += grid.x * grid.y * grid.z * rounds;
  return error;
}
