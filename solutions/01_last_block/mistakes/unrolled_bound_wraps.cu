// expect: bad_access
// The bound of the unrolled loop is computed modulo 2^32.
// overlay

__device__ unsigned threadSum(const int* values, int n, unsigned rank, unsigned threads) {
  unsigned sum = 0, i = rank;
  for (; i + 3 * threads < unsigned(n); i += 4 * threads)
    for (unsigned k = 0; k < 4; ++k) sum += unsigned(values[i + k * threads]);
  for (size_t k = i; k < size_t(n); k += threads) sum += unsigned(values[k]);
  return sum;
}
