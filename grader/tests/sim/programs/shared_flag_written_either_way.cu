// expect: passed
// As shared_flag_only_ever_set.cu, but every block writes its flag.
__device__ int drawn = 0, finishers = 0;

__global__ void finish(const int* values, int* total) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    atomicAdd(total, values[blockIdx.x]);
    __threadfence();
    is_last = atomicAdd(&drawn, 1) == int(gridDim.x) - 1;
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
