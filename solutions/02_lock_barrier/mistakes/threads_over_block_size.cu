// expect: wrong_result
// Divides the threads of a multiprocessor by those of a block: there are other limits.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  *blocks = 0;
  if (block.x > 1024 || block.y > 1024 || block.z > 64) return cudaSuccess;

  int device = 0;
  cudaDeviceProp properties;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaGetDeviceProperties(&properties, device);
  if (error != cudaSuccess) return error;
  const int threads = int(block.x * block.y * block.z);
  *blocks =
      properties.maxThreadsPerMultiProcessor / threads * properties.multiProcessorCount;
  return cudaSuccess;
}
