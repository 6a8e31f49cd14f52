// expect: divergent_barrier
// says: by different calls
// says: only thread 0 made the one in line
// unsaid: let all call it
// Thread 0 asks the guard once more, on its own, before all threads do.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // ...
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0 && lastBlock(counter)) partial[blockIdx.x] = int(sum);

  if (!lastBlock(counter)) return;
  // ...
}
