// expect: data_race
// Every thread writes its share to the slot of the block; one of them stays.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  for (size_t i = n * rank / threads; i < end; ++i) mine = compose(mine, affineOf(in[i]));
  partial[blockIdx.x] = mine;

  if (!lastBlock(counter)) return;
  // ...
}
