// expect: wrong_result
// Asks about blocks of block.x threads, but a block may have more.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  // ...
  error =
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error != cudaSuccess) return error;
  const int threads = int(block.x);
  error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, phases, threads, 0);
  // ...
}
