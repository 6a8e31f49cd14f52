// expect: data_race
// no cure: each thread's share goes into the slot, not the block's fold
// Every thread writes its own share to the block's slot, and only one of them remains.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  for (size_t i = runBegin(n, rank, threads); i < end; ++i)
    mine = compose(mine, affineOf(in[i]));
  partial[blockIdx.x] = mine;

  if (!lastBlock(counter)) return;
  // ...
}
