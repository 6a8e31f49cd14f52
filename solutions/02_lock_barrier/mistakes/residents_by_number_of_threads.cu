// expect: wrong_result
// Asks how many blocks of so many threads fit, but not whether a block may have this
// shape: 1 x 1 x 128 has 128 threads, but no device takes it.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  *blocks = 0;

  int device = 0, multiprocessors = 0, each = 0;
  // ...
}
