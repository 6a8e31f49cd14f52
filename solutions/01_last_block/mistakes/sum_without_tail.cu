// expect: wrong_result
// Every thread takes n / threads elements, and no thread takes the rest.
// overlay

__device__ unsigned threadSum(const int* values, int n, unsigned rank, unsigned threads) {
  unsigned sum = 0;
  for (size_t i = 0; i < n / threads; ++i) sum += unsigned(values[i * threads + rank]);
  return sum;
}
