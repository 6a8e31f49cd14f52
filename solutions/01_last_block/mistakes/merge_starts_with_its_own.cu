// expect: wrong_result
// says: was composed twice
// says: each start from identity()
// unsaid: from runBegin(n, rank
// The last block starts with its own result, and then composes all slots, its own too.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  if (!lastBlock(counter)) return;

  if (threadIdx.x == 0) {
    Affine all = mine;
    for (unsigned i = 0; i < gridDim.x; ++i) all = compose(all, partial[i]);
    *out = all;
  }
}
