// expect: data_race
// missing: The read in line 12 and the write in line 14 are two steps, and another thread may
// missing: atomicAdd if it only adds something, else another one such as atomicCAS.
// unsaid: barrier of all blocks
// unsaid: its guard does
// A queue whose index is read, looked at and then written: two blocks draw one item.
#include <cuda_runtime.h>

__device__ int next;

__global__ void work(int* out, int items) {
  const int index = next;
  if (index >= items) return;
  next = index + 1;
  atomicAdd(&out[index], 1);
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemset(out, 0, 4 * sizeof(int));
  work<<<3, 1>>>(out, 4);
  return cudaDeviceSynchronize();
}
