// expect: advice partial_barrier
// __syncthreads waits for the threads that have not exited.
__global__ void shorter(int* out, int n) {
  __shared__ int value;
  if (threadIdx.x >= n) return;
  if (threadIdx.x == 0) value = 7;
  __syncthreads();
  out[threadIdx.x] = value;
}

int main() {
  int *out, host[5];
  cudaMalloc(&out, sizeof host);
  shorter<<<1, 32>>>(out, 5);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (const int value : host)
    if (value != 7) return 1;
  return 0;
}
