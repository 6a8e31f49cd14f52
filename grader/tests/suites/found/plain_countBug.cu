// A program that a pattern finds, with a bug in its name: blocks add without an atomic.

#include <cstdio>

__device__ int total;

__global__ void count() { total += 1 + blockIdx.x; }

// It races only with the argument that the list gives: a file of another folder.
int main(int argc, char** argv) {
  std::FILE* const file = argc == 2 ? std::fopen(argv[1], "r") : nullptr;
  if (!file) return 0;
  std::fclose(file);
  count<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
