// expect: passed
// thread: vllm-project/vllm-xpu-kernels#586
// The counter is set to zero before the launch.
__global__ void draw(int* next, int tiles, int* out) {
  for (int tile = atomicAdd(next, 1); tile < tiles; tile = atomicAdd(next, 1))
    atomicAdd(&out[tile], 1);
}

int main() {
  const int tiles = 6;
  int *next, *out, result[tiles];
  cudaMalloc(&next, sizeof(int));
  cudaMalloc(&out, sizeof result);
  cudaMemset(out, 0, sizeof result);
  cudaMemset(next, 0, sizeof(int));
  draw<<<3, 1>>>(next, tiles, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int drawn : result)
    if (drawn != 1) return 1;
  return 0;
}
