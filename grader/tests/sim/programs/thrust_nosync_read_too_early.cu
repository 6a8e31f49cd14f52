// expect: data_race
// missing: must come between line 13 and line 14
// told: thrust::fill
// The host reads what a call with par_nosync writes, and does not wait for it.
#include <cstdio>

#include <thrust/execution_policy.h>
#include <thrust/fill.h>

int main() {
  int* values;
  cudaMallocManaged(&values, 64 * sizeof(int));
  thrust::fill(thrust::cuda::par_nosync, values, values + 64, 3);
  printf("%d\n", values[0]);
  return cudaDeviceSynchronize();
}
