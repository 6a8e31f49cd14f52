// expect: wrong_result
// Asks about the first device, and leaves it current.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  // ...
  int device = 0, multiprocessors = 0, each = 0;
  cudaError_t error = cudaSetDevice(device);
  if (error != cudaSuccess) return error;
  error =
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  // ...
}
