// expect: passed
// thread: numba/numba#6127
// A __syncwarp() after each step.
__global__ void sum(const int* in, int* out) {
  __shared__ int words[32];
  const int lane = threadIdx.x;
  words[lane] = in[lane];
  __syncthreads();
  for (int width = 16; width > 0; width /= 2) {
    if (lane < width) words[lane] += words[lane + width];
    __syncwarp();
  }
  if (lane == 0) *out = words[0];
}

int main() {
  int host[32], *in, *out, result = 0;
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<1, 32>>>(in, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == 496 ? 0 : 1;
}
