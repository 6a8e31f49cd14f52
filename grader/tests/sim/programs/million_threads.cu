// expect: passed
// schedules: 3
// A grid of a million threads ends, and in memory that grows with the resident blocks.
__global__ void mark(unsigned char* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  constexpr int kBlocks = 4000, kThreads = 250;
  unsigned char *out, *host = new unsigned char[kBlocks * kThreads];
  cudaMalloc(&out, kBlocks * kThreads);
  mark<<<kBlocks, kThreads>>>(out);
  cudaMemcpy(host, out, kBlocks * kThreads, cudaMemcpyDeviceToHost);
  for (int i = 0; i < kBlocks * kThreads; ++i)
    if (host[i] != 1) return 1;
  delete[] host;
  return 0;
}
