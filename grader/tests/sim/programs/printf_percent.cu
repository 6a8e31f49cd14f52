// expect: passed
// A percent sign before an n is no %n.
#include <cstring>

__global__ void print() { printf("100%%n %5.2f%%\n", 1.0); }

int main() {
  char text[32];
  snprintf(text, sizeof text, "%d%%n", 5);
  print<<<1, 1>>>();
  return cudaDeviceSynchronize() != cudaSuccess || strcmp(text, "5%n") != 0;
}
