// expect: bad_access
// says: its type needs an address that is a multiple of 16
// Reads an int4 at a time, though the array may begin at any element.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  const int4* const fours = reinterpret_cast<const int4*>(in);
  unsigned sum = 0;
  for (unsigned i = rank; i < n / 4u; i += threads) {
    const int4 four = fours[i];
    sum += unsigned(four.x) + unsigned(four.y) + unsigned(four.z) + unsigned(four.w);
  }
  sum = blockFold(sum + threadSum(in + n / 4 * 4, n % 4, rank, threads));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
  if (lastBlock(counter)) {
    sum = blockFold(threadSum(partial, gridDim.x, threadIdx.x, blockDim.x));
    if (threadIdx.x == 0) *out = int(sum);
  }
}
