// expect: wrong_result
// says: as cudaOccupancyMaxActiveBlocksPerMultiprocessor() counts
// Divides a multiprocessor's threads by the block's, but the number of blocks, the
// registers and the shared memory are limited as well.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  *blocks = 0;
  if (block.x > 1024 || block.y > 1024 || block.z > 64) return cudaSuccess;

  int device = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  cudaDeviceProp properties;
  error = cudaGetDeviceProperties(&properties, device);
  if (error != cudaSuccess) return error;
  const int threads = int(block.x * block.y * block.z);
  *blocks =
      properties.multiProcessorCount * (properties.maxThreadsPerMultiProcessor / threads);
  return cudaSuccess;
}
