// expect: data_race
// thread: PaddlePaddle/Paddle#32596
// All blocks add to the sums of segments, and divide them after a __syncthreads(), which
// waits for no other block.
__global__ void segment_sums(const int* in, const int* segments, int n, int* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sums[segments[i]], in[i]);
  __syncthreads();
  if (i < 2) sums[i] /= 4;
}

int main() {
  const int n = 8;
  int host[n], of[n], *in, *segments, *sums, result[2];
  for (int i = 0; i < n; ++i) {
    of[i] = i % 2;
    host[i] = 8 * of[i] + 4;
  }
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&segments, sizeof of);
  cudaMalloc(&sums, sizeof result);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(segments, of, sizeof of, cudaMemcpyHostToDevice);
  cudaMemset(sums, 0, sizeof result);
  segment_sums<<<2, 4>>>(in, segments, n, sums);
  cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 4 && result[1] == 12 ? 0 : 1;
}
