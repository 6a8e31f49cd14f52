// expect: crashed
// The file is missing, and the result of fopen() is not checked: the C library crashes
// with the null pointer.  The report names the call, which is in the second file.
// command: parts/first_line.cpp
// told: call  by the host  first_line.cpp:6
#include <cstdio>

void first_line(const char* file, char* line, int bytes);

__global__ void nothing() {}

int main() {
  char line[80];
  first_line("/no/such/file", line, sizeof line);
  nothing<<<1, 1>>>();
  std::printf("%s", line);
  return cudaDeviceSynchronize() != cudaSuccess;
}
