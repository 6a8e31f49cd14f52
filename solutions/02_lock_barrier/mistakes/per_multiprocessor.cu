// expect: wrong_result
// The occupancy is that of one multiprocessor, but the device has several.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  // ...
  error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, phases, threads, 0);
  *blocks = each;
  return error;
}
