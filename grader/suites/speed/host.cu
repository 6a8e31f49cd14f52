// Host code that works on ordinary memory: 2 * 10^8 accesses.
#include <cstdio>
#include <cstdlib>
__global__ void nothing() {}
int main() {
  const int n = 1 << 20;
  int* values = static_cast<int*>(malloc(n * sizeof(int)));
  int* counts = static_cast<int*>(malloc(65536 * sizeof(int)));
  for (int i = 0; i < 65536; ++i) counts[i] = 0;
  for (int i = 0; i < n; ++i) values[i] = (i * 7919) & 65535;
  for (int round = 0; round < 64; ++round)
    for (int i = 0; i < n; ++i) ++counts[values[i]];
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  const bool right = counts[0] == 64 * (n / 65536);
  free(values);
  free(counts);
  return right ? 0 : 1;
}
