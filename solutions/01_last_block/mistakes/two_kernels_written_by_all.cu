// expect: data_race
// All threads of a block write its sum, and all threads of the last kernel the total:
// the same value each, but still a race.
// overlay

__global__ void sumPartials(const int* in, int n, int* partial) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  partial[blockIdx.x] = int(blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x)));
}

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  *out = int(blockFold(threadSum(partial, blocks, threadIdx.x, blockDim.x)));
}
