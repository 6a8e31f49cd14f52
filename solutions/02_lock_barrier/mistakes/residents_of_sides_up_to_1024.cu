// expect: wrong_result
// Takes 1024 for the longest side in every direction, but a block is at most 64 deep.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  *blocks = 0;
  if (block.x > 1024 || block.y > 1024 || block.z > 1024) return cudaSuccess;

  int device = 0, multiprocessors = 0, each = 0;
  // ...
}
