// expect: data_race
// command: parts/counted.cu parts/counted_host.cpp -D BLOCKS=3 -D UNIT=unsigned -D PLAIN
// missing: counted.cu
// several_files.cu with a macro that removes the atomic operation.
#include "parts/counted.h"

int main() {
  UNIT* counter;
  cudaMalloc(&counter, sizeof *counter);
  cudaMemset(counter, 0, sizeof *counter);
  count<<<BLOCKS, 32>>>(counter);
  return cudaDeviceSynchronize() == cudaSuccess && expected(1) == 4 ? 0 : 1;
}
