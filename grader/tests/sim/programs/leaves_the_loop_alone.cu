// expect: divergent_barrier
// missing: Of block 0, thread 0 came to line 14, and thread 1 to line 17.
// missing: In line 12, thread 0 had read 0 from next, and thread 1 had read 1.
// missing: If only some call that function, remove it: the function has to do without it
// Thread 0 changes the word by which its neighbours decide whether to stay in the loop.
#include <cuda_runtime.h>

__device__ volatile int next;

__global__ void work(int* out, const int* items) {
  // Each thread looks for itself.
  while (next < *items) {
    if (threadIdx.x == 0) next = next + 1;
    __syncthreads();
    out[threadIdx.x] = 1;
  }
  __syncthreads();
}

int main() {
  int *out, *items;
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMalloc(&items, sizeof(int));
  cudaMemset(items, 0, sizeof(int));
  cudaMemset(items, 1, 1);
  work<<<1, 2>>>(out, items);
  return cudaDeviceSynchronize();
}
