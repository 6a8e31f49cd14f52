// expect: bad_access
// The text has no end within its memory.  What a precision cuts off is not read.
#include <cstdio>

__global__ void report(const char* text) {
  printf("%.4s\n", text);
  printf("%s\n", text);
}

int main() {
  char* text;
  cudaMalloc(&text, 4);
  cudaMemset(text, 'x', 4);
  report<<<1, 1>>>(text);
  return cudaDeviceSynchronize();
}
