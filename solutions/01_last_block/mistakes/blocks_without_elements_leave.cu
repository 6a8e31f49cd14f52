// expect: wrong_result
// says: *out kept what it held
// says: No thread may leave
// unsaid: `partial` hold
// Threads without an element leave before the guard.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  if (rank >= unsigned(n)) return;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  // ...
  if (threadIdx.x == 0) *out = int(total);
}
