// expect: wrong_result
// Counts elements in 32 bits: with nearly 2^32 threads, the next index wraps below the
// first.
// overlay

__device__ unsigned threadSum(const int* values, int n, unsigned rank, unsigned threads) {
  unsigned sum = 0;
  for (unsigned i = rank; i < unsigned(n); i += threads) sum += unsigned(values[i]);
  return sum;
}
