// expect: divergent_barrier
// thread: acts-project/acts#307
// A barrier in a branch that depends on the number of the thread; the other threads go on
// to the next barrier.
__global__ void seeds(const int* in, int n, int* out) {
  __shared__ int words[64];
  __shared__ int sum;
  if (threadIdx.x < n) {
    words[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = words[n - 1 - threadIdx.x];
  }
  if (threadIdx.x == 63) sum = n;
  __syncthreads();
  if (threadIdx.x == 0) out[n] = sum;
}

int main() {
  const int n = 40;
  int host[n + 1], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
  seeds<<<1, 64>>>(in, n, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (host[i] != n - 1 - i) return 1;
  return host[n] == n ? 0 : 1;
}
