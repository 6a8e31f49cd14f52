// expect: advice uninitialized_read
// Nobody clears the counter, so the first atomicAdd adds to whatever lay there.
__global__ void count(int* out, const int* values, int n) {
  extern __shared__ unsigned hits[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (values[i] > 0) atomicAdd(hits, 1u);
  __syncthreads();
  if (threadIdx.x == 0) *out = int(hits[0] & 1);
}

int main() {
  int *values, *out;
  cudaMalloc(&values, 5 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(values, 1, 5 * sizeof(int));
  count<<<1, 3, sizeof(unsigned)>>>(out, values, 5);
  return cudaDeviceSynchronize() != cudaSuccess;
}
