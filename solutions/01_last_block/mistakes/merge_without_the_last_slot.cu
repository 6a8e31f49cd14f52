// expect: wrong_result
// says: so the merge is wrong: partial[
// says: It must read every slot
// unsaid: from runBegin(n, rank
// The last block composes one slot too few.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  if (!lastBlock(counter)) return;

  if (threadIdx.x == 0) {
    Affine all = identity();
    for (unsigned i = 0; i < gridDim.x - 1; ++i) all = compose(all, partial[i]);
    *out = all;
  }
}
