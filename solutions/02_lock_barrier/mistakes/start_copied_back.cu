// expect: data_race
// says: without waiting for the kernel or copying from it
// unsaid: call cudaMemcpyAsync
// Copies the counter back for the next launch, in the default stream, which does not
// wait for other streams.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, stream);
  if (error != cudaSuccess) return error;
  return cudaMemcpy(start, mutex, sizeof(*start), cudaMemcpyDeviceToHost);
}
