// expect: advice uninitialized_read
// missing: cudaMalloc() does not clear
// Nobody clears the counter that cudaMalloc() has given, so the first atomicAdd adds to
// whatever lay there.
__global__ void count(unsigned* hits, const int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] > 0) atomicAdd(hits, 1u);
}

int main() {
  int* values;
  unsigned* hits;
  cudaMalloc(&values, 5 * sizeof(int));
  cudaMalloc(&hits, sizeof(unsigned));
  cudaMemset(values, 1, 5 * sizeof(int));
  count<<<2, 3>>>(hits, values, 5);
  return cudaDeviceSynchronize() != cudaSuccess;
}
