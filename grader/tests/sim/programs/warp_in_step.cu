// expect: passed
// The same with __syncwarp, a part of the warp at a time.
__global__ void reverse(int* out) {
  __shared__ int words[32];
  words[threadIdx.x] = threadIdx.x;
  const unsigned mask = threadIdx.x < 16 ? 0xffff : 0xffff0000;
  __syncwarp(mask);
  out[threadIdx.x] = words[threadIdx.x ^ 15];
}

int main() {
  int *out, result[32];
  cudaMalloc(&out, sizeof result);
  reverse<<<1, 32>>>(out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i)
    if (result[i] != (i ^ 15)) return 1;
  return 0;
}
