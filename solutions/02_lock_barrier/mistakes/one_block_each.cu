// expect: wrong_result
// One block per multiprocessor, which may hold more of them.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  // ...
  error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, phases, threads, 0);
  *blocks = multiprocessors;
  return error;
}
