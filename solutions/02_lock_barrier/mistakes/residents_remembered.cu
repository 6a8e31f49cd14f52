// expect: wrong_result
// Asks only once how many blocks fit, but later blocks have another shape.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  // ...
  const int threads = int(block.x * block.y * block.z);
  static int known = 0;
  if (known == 0)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&known, phases, threads, 0);
  each = known;
  *blocks = each * multiprocessors;
  return error;
}
