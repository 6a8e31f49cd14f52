// expect: wrong_result
// Asks only once how many blocks fit, but later blocks have another shape.
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
  static int known = 0;
  if (known == 0)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&known, phases, threads, 0);
  each = known;
  *blocks = each * multiprocessors;
  return error;
}
