// expect: advice uninitialized_read
// The last block sets the flag.  In the others nobody writes it, and what they read is
// left over from another block, or worse.
__device__ int drawn = 0, finishers = 0;

__global__ void finish(const int* values, int* total) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    atomicAdd(total, values[blockIdx.x]);
    __threadfence();
    if (atomicAdd(&drawn, 1) == int(gridDim.x) - 1) is_last = true;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 1) atomicAdd(&finishers, 1);
}

int main() {
  int *values, *total;
  cudaMalloc(&values, 3 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(values, 0, 3 * sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  finish<<<3, 2>>>(values, total);
  return cudaDeviceSynchronize() != cudaSuccess;
}
