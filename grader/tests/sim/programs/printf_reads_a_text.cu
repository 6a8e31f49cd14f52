// expect: data_race
// printf reads the text behind %s, which another block is writing.
#include <cstdio>

__global__ void report(char* text) {
  if (blockIdx.x == 0)
    text[0] = 'a';
  else
    printf("%-*d%.2f%s\n", 3, 1, 2.0, text);
}

int main() {
  char* text;
  cudaMalloc(&text, 16);
  cudaMemset(text, 0, 16);
  report<<<2, 1>>>(text);
  return cudaDeviceSynchronize();
}
