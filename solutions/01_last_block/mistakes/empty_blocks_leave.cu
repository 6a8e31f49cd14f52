// expect: wrong_result
// A block without elements leaves without a ticket, so the last one is never drawn.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  if (blockIdx.x * blockDim.x >= unsigned(n)) return;

  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  // ...
}
