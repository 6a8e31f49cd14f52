// expect: passed
// command: parts/own_counter.cu
// Two files include a header that defines device variables.  By default nvcc links device
// code file by file, so each file has its own: neither kernel changes the other's.
#include "parts/own_counter.h"

__global__ void count() { counter += step; }

int main() {
  int counted = 0, untouched = 0;
  count<<<1, 1>>>();
  count_elsewhere();
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&counted, counter, sizeof counted);
  cudaMemcpyFromSymbol(&untouched, last, sizeof untouched);
  return counted == 2 && untouched == 5 ? 0 : 1;
}
