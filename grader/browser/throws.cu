// expect: wrong_result
// A program whose handlers and clean-ups share the code behind a throw, and that calls
// exit().
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

__global__ void add(int* sum) { atomicAdd(sum, 1); }

int main() {
  std::vector<int> host(1);
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  add<<<2, 2>>>(sum);
  cudaMemcpy(host.data(), sum, sizeof(int), cudaMemcpyDeviceToHost);
  try {
    throw std::runtime_error("thrown");
  } catch (const std::exception& error) {
    std::printf("%s %d\n", error.what(), host[0]);
  }
  std::exit(3);
}
