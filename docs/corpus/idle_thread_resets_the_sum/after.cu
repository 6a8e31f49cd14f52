// expect: passed
// thread: NVIDIA/Fuser#678
// A barrier before the sum is set to zero.
__global__ void row_sums(const int* in, int rows, int columns, int* out) {
  __shared__ int sum;
  for (int row = 0; row < rows; ++row) {
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) sum = 0;
    __syncthreads();
    if (threadIdx.x < columns) atomicAdd(&sum, in[row * columns + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[row] = sum;
  }
}

int main() {
  const int rows = 4, columns = 5;
  int host[rows * columns], *in, *out, result[rows];
  for (int i = 0; i < rows * columns; ++i) host[i] = i / columns;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  row_sums<<<1, 32>>>(in, rows, columns, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int row = 0; row < rows; ++row)
    if (result[row] != row * columns) return 1;
  return 0;
}
