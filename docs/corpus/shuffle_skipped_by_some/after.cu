// expect: passed
// thread: uzh-rpg/vilib#5
// All lanes shuffle; those without an element contribute nothing.
__global__ void strongest(const int* in, int n, int* out) {
  __shared__ int best;
  int value = -1;
  if (threadIdx.x < n) {
    value = in[threadIdx.x];
  }
  for (int step = 16; step > 0; step /= 2)
    value = max(value, __shfl_down_sync(0xffffffff, value, step));
  if (threadIdx.x == 0) best = value;
  __syncthreads();
  if (threadIdx.x == 31) *out = best;
}

int main() {
  const int n = 20;
  int host[n], *in, *out, result = 0;
  for (int i = 0; i < n; ++i) host[i] = 3 * i % 20;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  strongest<<<1, 32>>>(in, n, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == 19 ? 0 : 1;
}
