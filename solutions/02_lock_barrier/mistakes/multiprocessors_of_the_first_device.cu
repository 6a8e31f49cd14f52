// expect: wrong_result
// Asks how many multiprocessors there are only once, on the device of the first call.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  *blocks = 0;
  if (block.x > 1024 || block.y > 1024 || block.z > 64) return cudaSuccess;

  static int multiprocessors = 0;
  int device = 0, each = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  if (multiprocessors == 0)
    error =
        cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  // ...
}
