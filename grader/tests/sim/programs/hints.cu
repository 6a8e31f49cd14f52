// expect: passed
// Hints on where managed memory should be are checked and change nothing.
#include <cuda_runtime.h>

__global__ void add(int* values) { values[threadIdx.x] += 1; }

int main() {
  int* values;
  const size_t size = 32 * sizeof *values;
  const cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
  const cudaMemLocation host = {cudaMemLocationTypeHost, 0};
  cudaMallocManaged(&values, size);
  for (int i = 0; i < 32; ++i) values[i] = i;
  if (cudaMemAdvise(values, size, cudaMemAdviseSetPreferredLocation, device) ||
      cudaMemPrefetchAsync(values, size, device, 0))
    return 1;
  add<<<1, 32>>>(values);
  if (cudaMemPrefetchAsync(values, size, host, 0) || cudaDeviceSynchronize()) return 2;
  for (int i = 0; i < 32; ++i)
    if (values[i] != i + 1) return 3;
  int on_the_stack = 0;
  const cudaMemLocation nowhere = {cudaMemLocationTypeDevice, 99};
  if (cudaMemPrefetchAsync(&on_the_stack, sizeof on_the_stack, device, 0) !=
          cudaErrorInvalidValue ||
      cudaMemPrefetchAsync(values, size, nowhere, 0) != cudaErrorInvalidDevice)
    return 4;
  return 0;
}
