// expect: data_race
// missing: cudaMemcpy2DAsync
// The kernel in another stream does not wait for the rows.
__global__ void add(int* rows, size_t pitch) {
  atomicAdd(rows + blockIdx.x * pitch / sizeof(int), 1);
}

int main() {
  int *rows, *host;
  size_t pitch;
  cudaStream_t first, second;
  cudaMallocPitch(&rows, &pitch, 16, 2);
  cudaMallocHost(&host, 2 * 16);
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMemset(host, 0, 2 * 16);
  cudaDeviceSynchronize();
  cudaMemcpy2DAsync(rows, pitch, host, 16, 16, 2, cudaMemcpyHostToDevice, first);
  add<<<2, 1, 0, second>>>(rows, pitch);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
