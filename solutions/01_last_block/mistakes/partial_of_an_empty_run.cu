// expect: wrong_result
// says: was composed twice
// says: must each start from identity(), also if they have no slot
// In the last block, a thread begins with the first slot of its run, which may be empty.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  const size_t blocks_end = runBegin(gridDim.x, threadIdx.x + 1, blockDim.x);
  const size_t blocks_begin = runBegin(gridDim.x, threadIdx.x, blockDim.x);
  Affine all = partial[blocks_begin];
  for (size_t i = blocks_begin + 1; i < blocks_end; ++i) all = compose(all, partial[i]);
  all = blockFold(all);
  if (threadIdx.x == 0) *out = all;
}
