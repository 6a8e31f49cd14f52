// expect: wrong_result
// Returns the last error after all has gone well, and so an error that an earlier call
// left.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  // ...
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error =
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error != cudaSuccess) return error;
  const int threads = int(block.x * block.y * block.z);
  error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, phases, threads, 0);
  *blocks = each * multiprocessors;
  return error == cudaSuccess ? cudaGetLastError() : error;
}
