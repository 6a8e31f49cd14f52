// expect: passed
// thread: ORNL/HeCBench#254
// A barrier before the sum is read.
__global__ void place(int* total, int* out) {
  __shared__ int last;
  if (threadIdx.x == 31) last = atomicAdd(total, 128);
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = last + threadIdx.x;
}

int main() {
  int host[256], *total, *out;
  bool seen[256] = {};
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&out, sizeof host);
  cudaMemset(total, 0, sizeof(int));
  place<<<2, 128>>>(total, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int where : host) {
    if (where < 0 || where >= 256 || seen[where]) return 1;
    seen[where] = true;
  }
  return 0;
}
