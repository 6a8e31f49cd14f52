// expect: passed
// thread: ggml-org/llama.cpp#13742
// A barrier before the skip.
__global__ void attend(const int* masks, int tiles, int* out) {
  __shared__ int mask[64];
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    mask[threadIdx.x] = masks[tile * 64 + threadIdx.x];
    __syncthreads();
    bool skip = true;
    for (int i = 0; i < 64; ++i) skip = skip && mask[i] == 0;
    if (skip) {
      __syncthreads();
      continue;
    }
    sum += mask[63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

int main() {
  const int tiles = 3;
  int host[tiles * 64] = {}, result[64], *masks, *out;
  for (int i = 0; i < 64; ++i) host[2 * 64 + i] = i;
  cudaMalloc(&masks, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(masks, host, sizeof host, cudaMemcpyHostToDevice);
  attend<<<1, 64>>>(masks, tiles, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i)
    if (result[i] != 63 - i) return 1;
  return 0;
}
