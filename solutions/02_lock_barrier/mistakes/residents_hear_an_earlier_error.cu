// expect: wrong_result
// Returns the last error after all has gone well, and so an error that an earlier call
// left.
// overlay

cudaError_t residentBlocks(dim3 block, int* blocks) {
  // ...
  *blocks = each * multiprocessors;
  return error == cudaSuccess ? cudaGetLastError() : error;
}
