// expect: wrong_result
// Launches in the default stream, which waits for the stream that it was given; that one
// does not wait in turn.
// overlay

cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  cudaEvent_t reached;
  cudaEventCreateWithFlags(&reached, cudaEventDisableTiming);
  cudaEventRecord(reached, stream);
  cudaStreamWaitEvent(nullptr, reached, 0);
  cudaEventDestroy(reached);
  void* arguments[] = {&a, &b, &n, &rounds, &mutex, start};
  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(phases), grid, block, arguments, 0, nullptr);
  if (error == cudaSuccess) *start += grid.x * grid.y * grid.z * unsigned(rounds);
  return error;
}
