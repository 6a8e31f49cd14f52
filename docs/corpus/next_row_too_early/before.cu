// expect: data_race
// thread: NVIDIA/cuml#6578
// Thread 0 adds up the products of a row in shared memory while the others already write
// those of the next row.
__global__ void multiply(const int* matrix, const int* x, int* y, int rows) {
  __shared__ int products[64];
  for (int row = 0; row < rows; ++row) {
    products[threadIdx.x] = matrix[row * 64 + threadIdx.x] * x[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
      int sum = 0;
      for (int i = 0; i < 64; ++i) sum += products[i];
      y[row] = sum;
    }
  }
}

int main() {
  const int rows = 3;
  int host[rows * 64], ones[64], *matrix, *x, *y, result[rows];
  for (int i = 0; i < rows * 64; ++i) host[i] = i / 64 + 1;
  for (int& one : ones) one = 1;
  cudaMalloc(&matrix, sizeof host);
  cudaMalloc(&x, sizeof ones);
  cudaMalloc(&y, sizeof result);
  cudaMemcpy(matrix, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(x, ones, sizeof ones, cudaMemcpyHostToDevice);
  multiply<<<1, 64>>>(matrix, x, y, rows);
  cudaMemcpy(result, y, sizeof result, cudaMemcpyDeviceToHost);
  for (int row = 0; row < rows; ++row)
    if (result[row] != 64 * (row + 1)) return 1;
  return 0;
}
