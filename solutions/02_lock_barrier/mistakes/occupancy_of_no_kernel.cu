// expect: wrong_result, api_error
// Asks how many blocks of a number fit, instead of how many blocks of the kernel.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  *blocks = 0;
  if (block.x > 1024 || block.y > 1024 || block.z > 64) return cudaSuccess;

  int device = 0, multiprocessors = 0, each = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error =
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error != cudaSuccess) return error;
  const int threads = int(block.x * block.y * block.z);
  error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, threads, threads, 0);
  *blocks = each * multiprocessors;
  return error;
}
