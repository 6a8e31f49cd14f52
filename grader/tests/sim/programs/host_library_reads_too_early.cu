// expect: data_race
// strtol of host code reads the digits that a kernel is writing.
#include <cstdlib>

__global__ void number(char* digits) {
  digits[0] = '4';
  digits[1] = '2';
}

int main() {
  char* digits;
  cudaMallocHost(&digits, 4);
  digits[2] = 0;
  number<<<1, 1>>>(digits);
  const long value = strtol(digits, nullptr, 10);
  cudaDeviceSynchronize();
  return value == 42 ? 0 : 1;
}
