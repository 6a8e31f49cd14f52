// expect: passed
// thread: ggml-org/llama.cpp#13469
// The barrier stands where all warps reach it.
__global__ void combine(const int* in, int* out) {
  __shared__ int parts[64];
  parts[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    parts[threadIdx.x] += parts[threadIdx.x + 32];
  }
  __syncthreads();
  const int sum = parts[threadIdx.x % 32];
  __syncthreads();
  parts[threadIdx.x] = sum;
  __syncthreads();
  out[threadIdx.x] = parts[63 - threadIdx.x];
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  combine<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i)
    if (host[i] != 2 * ((63 - i) % 32) + 32) return 1;
  return 0;
}
