// expect: passed
// command: parts/counted.cu parts/counted_host.cpp
// command: -D BLOCKS=3 -D "UNIT=unsigned int" -D T=x -- 5
// A program of three files: a kernel and a helper in files of their own, macros and an
// argument from the command line.
#include <cstdio>
#include <cstdlib>

#include "parts/counted.h"

static int twice(int value) { return 2 * value; }  // The kernel's file has one, too.

__global__ void add_step() { own += step; }

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  int added = 0, untouched = 0;
  add_step<<<1, 1>>>();
  add_elsewhere();
  cudaMemcpyFromSymbol(&added, own, sizeof added);
  cudaMemcpyFromSymbol(&untouched, last, sizeof untouched);
  if (added != 2 || untouched != 5) return 2;
  UNIT* counter;
  cudaMalloc(&counter, sizeof *counter);
  cudaMemset(counter, 0, sizeof *counter);
  count<<<BLOCKS, 32>>>(counter);
  UNIT counted = 0;
  cudaMemcpy(&counted, counter, sizeof counted, cudaMemcpyDeviceToHost);
  cudaFree(counter);
  std::printf("%u\n", counted);
  return counted == expected(BLOCKS * 32) && twice(atoi(argv[1])) == 10 ? 0 : 1;
}
