// expect: api_error
// told: free or delete of pinned host memory; use cudaFreeHost.
#include <cstdlib>

int main() {
  int* values;
  cudaMallocHost(&values, 32 * sizeof *values);
  values[0] = 1;
  std::free(values);
}
