// expect: wrong_result
// Four elements at a time, and the rest, up to three, goes to as many threads, one each:
// where there are fewer threads than that, some of it goes to nobody.
// overlay

__device__ unsigned threadSum(const int* values, int n, unsigned rank, unsigned threads) {
  unsigned sum = 0;
  const size_t rows = size_t(n) / 4;
  for (size_t i = rank; i < rows; i += threads)
    for (size_t j = 4 * i; j < 4 * i + 4; ++j) sum += unsigned(values[j]);
  if (4 * rows + rank < size_t(n)) sum += unsigned(values[4 * rows + rank]);
  return sum;
}
