// expect: data_race
// thread: sgl-project/sglang#11183
// The lane with the greatest score writes it to global memory. Lane 0 adds these words
// up, and may read them before they are written.
__global__ void best_two(const float* scores, float* weights, float* sum) {
  const int lane = threadIdx.x;
  float mine = scores[lane];
  for (int k = 0; k < 2; ++k) {
    float best = mine;
    for (int step = 16; step > 0; step /= 2)
      best = fmaxf(best, __shfl_xor_sync(0xffffffff, best, step));
    if (mine == best) {
      weights[k] = mine;
      mine = -1;
    }
  }
  if (lane == 0) *sum = weights[0] + weights[1];
}

int main() {
  float host[32], *scores, *weights, *sum, result = 0;
  for (int i = 0; i < 32; ++i) host[i] = 7 * i % 32;
  cudaMalloc(&scores, sizeof host);
  cudaMalloc(&weights, 2 * sizeof(float));
  cudaMalloc(&sum, sizeof(float));
  cudaMemcpy(scores, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(weights, 0, 2 * sizeof(float));
  best_two<<<1, 32>>>(scores, weights, sum);
  cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
  return result == 31 + 30 ? 0 : 1;
}
