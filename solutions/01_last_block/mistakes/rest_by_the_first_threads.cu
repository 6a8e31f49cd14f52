// expect: wrong_result
// Reads four elements at a time, and gives the remaining ones, up to three, to as many
// threads, one each: with fewer threads than that, some are left out.
// overlay

__device__ unsigned threadSum(const int* values, int n, unsigned rank, unsigned threads) {
  unsigned sum = 0;
  const size_t rows = size_t(n) / 4;
  for (size_t i = rank; i < rows; i += threads)
    for (size_t j = 4 * i; j < 4 * i + 4; ++j) sum += unsigned(values[j]);
  if (4 * rows + rank < size_t(n)) sum += unsigned(values[4 * rows + rank]);
  return sum;
}
