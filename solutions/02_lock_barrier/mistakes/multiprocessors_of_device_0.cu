// expect: wrong_result
// says: device 1, which is current, holds
// says: multiprocessors: ask about the one that cudaGetDevice() returns
// Asks how many multiprocessors device 0 has, whichever device is current.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  // ...
  int device = 0, multiprocessors = 0, each = 0;
  cudaError_t error =
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  // ...
}
