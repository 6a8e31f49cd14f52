// expect: passed
// thread: kokkos/kokkos#6630
// A __syncwarp() between the update and the reads.
__global__ void reduce(const int* in, int* out) {
  __shared__ int words[32];
  const int lane = threadIdx.x;
  words[lane] = in[lane];
  __syncwarp();
  if (lane == 0)
    for (int i = 1; i < 32; ++i) words[0] += words[i];
  __syncwarp();
  out[lane] = words[0];
}

int main() {
  int host[32], *in, *out;
  for (int i = 0; i < 32; ++i) host[i] = 2;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  reduce<<<1, 32>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i)
    if (host[i] != 64) return 1;
  return 0;
}
