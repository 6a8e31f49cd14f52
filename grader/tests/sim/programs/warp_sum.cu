// expect: passed
// Shuffles, votes and the block's combination of warp sums.
__global__ void sum(const int* in, int* out) {
  __shared__ int partial[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int value = in[threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  if (lane == 0) partial[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < blockDim.x / 32 ? partial[lane] : 0;
    for (int offset = 16; offset > 0; offset /= 2)
      value += __shfl_xor_sync(0xffffffffu, value, offset);
    const unsigned all = __ballot_sync(0xffffffffu, value > 0);
    if (lane == 0) *out = all == 0xffffffffu ? value : -1;
  }
}

int main() {
  int host[64], *in, *out, result = 0, expected = 0;
  for (int i = 0; i < 64; ++i) expected += host[i] = i * i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<1, 64>>>(in, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == expected ? 0 : 1;
}
