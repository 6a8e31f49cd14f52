// With nothing to add, no block draws a ticket, and the counter stays as it is.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  if (n == 0) {
    if (blockIdx.x == 0 && threadIdx.x == 0) *out = 0;
    return;
  }
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  // ...
}

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  if (n == 0) {
    if (blockIdx.x == 0 && threadIdx.x == 0) *out = identity();
    return;
  }
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  // ...
}
