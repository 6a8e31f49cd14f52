// Reads an int4 at a time, from the first address on that is a multiple of 16.
// overlay

__device__ unsigned sumOfShare(const int* in, unsigned n) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  const size_t past = reinterpret_cast<size_t>(in) % sizeof(int4) / sizeof(int);
  unsigned head = past == 0 ? 0 : 4 - past;
  if (head > n) head = n;
  const unsigned fours = (n - head) / 4, tail = head + 4 * fours;
  unsigned sum = threadSum(in, head, rank, threads);
  for (unsigned i = rank; i < fours; i += threads) {
    const int4 four = reinterpret_cast<const int4*>(in + head)[i];
    sum += unsigned(four.x) + unsigned(four.y) + unsigned(four.z) + unsigned(four.w);
  }
  return sum + threadSum(in + tail, n - tail, rank, threads);
}

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  unsigned sum = blockFold(sumOfShare(in, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
  if (lastBlock(counter)) {
    sum = blockFold(threadSum(partial, gridDim.x, threadIdx.x, blockDim.x));
    if (threadIdx.x == 0) *out = int(sum);
  }
}
