// expect: passed
// told: It printed more than 33,554,432 bytes; only the first 65,536 are kept.
// unsaid: Signal
// Prints more than is kept of a schedule's output: the rest is dropped, and the program
// goes on.
#include <cuda_runtime.h>
#include <cstdio>
#include <string>

__global__ void set(int* p) { *p = 7; }

int main() {
  const std::string line(1 << 20, 'x');
  for (int i = 0; i < 33; ++i) puts(line.c_str());
  int *p, value = 0;
  cudaMalloc(&p, sizeof *p);
  set<<<1, 1>>>(p);
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  printf("value %d\n", value);
  return value == 7 ? 0 : 1;
}
