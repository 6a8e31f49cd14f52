// expect: bad_access
// The bound is <= n: one element too many.
// overlay

__device__ unsigned threadSum(const int* values, int n, unsigned rank, unsigned threads) {
  unsigned sum = 0;
  for (size_t i = rank; i <= size_t(n); i += threads) sum += unsigned(values[i]);
  return sum;
}
