// expect: data_race, wrong_result
// says: Let one block write a result
// unsaid: may come too early
// Block 0 sets *out to 0, and all blocks add to it: some may have added before.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (rank == 0) *out = 0;
  if (threadIdx.x == 0) atomicAdd(out, int(sum));
}
