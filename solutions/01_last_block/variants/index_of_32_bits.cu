// Counts the elements of a share in 32 bits: a grid has fewer than 2^31 threads, so no
// index passes 2^32.
// overlay

__device__ unsigned threadSum(const int* values, int n, unsigned rank, unsigned threads) {
  unsigned sum = 0;
  for (unsigned i = rank; i < unsigned(n); i += threads) sum += unsigned(values[i]);
  return sum;
}
