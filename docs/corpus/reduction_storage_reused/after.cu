// expect: passed
// thread: flashinfer-ai/flashinfer#3624
// A barrier after each reduction.
__device__ int block_max(int* storage, int value) {
  storage[threadIdx.x] = value;
  __syncthreads();
  int best = storage[0];
  for (int i = 1; i < blockDim.x; ++i) best = max(best, storage[i]);
  return best;
}

__global__ void sample(const int* logits, int steps, int* out) {
  __shared__ int storage[64];
  int best = -1;
  for (int step = 0; step < steps; ++step) {
    best = max(best, block_max(storage, logits[step * 64 + threadIdx.x]));
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = best;
}

int main() {
  const int steps = 3;
  int host[steps * 64], *logits, *out, result = 0;
  for (int i = 0; i < steps * 64; ++i) host[i] = 5 * i % (steps * 64);
  cudaMalloc(&logits, sizeof host);
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(logits, host, sizeof host, cudaMemcpyHostToDevice);
  sample<<<1, 64>>>(logits, steps, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == steps * 64 - 1 ? 0 : 1;
}
