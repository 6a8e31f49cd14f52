// The block composes its run of elements in tiles of blockDim.x, so that neighbouring
// threads read neighbouring elements.  Every tile is folded in the order of its threads.
// overlay

// The composition of value(first), ..., value(end - 1), in this order, in all threads.
template <class Value>
__device__ Affine composeTiles(size_t first, size_t end, Value value) {
  Affine all = identity();
  for (size_t tile = first; tile < end; tile += blockDim.x) {
    const size_t i = tile + threadIdx.x;
    all = compose(all, blockFold(i < end ? value(i) : identity()));
  }
  return all;
}

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t first = size_t(n) * blockIdx.x / gridDim.x;
  const size_t end = size_t(n) * (blockIdx.x + 1) / gridDim.x;
  const Affine mine = composeTiles(first, end, [=](size_t i) { return affineOf(in[i]); });
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;

  if (!lastBlock(counter)) return;

  const Affine all = composeTiles(0, gridDim.x, [=](size_t i) { return partial[i]; });
  if (threadIdx.x == 0) *out = all;
}
