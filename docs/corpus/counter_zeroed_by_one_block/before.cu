// expect: data_race
// thread: vllm-project/vllm-xpu-kernels#586
// Blocks draw their tiles from a counter that one of them sets to zero at the start of
// the kernel, while others may already have drawn. (There in SYCL.)
__global__ void draw(int* next, int tiles, int* out) {
  if (blockIdx.x == 0) *next = 0;
  for (int tile = atomicAdd(next, 1); tile < tiles; tile = atomicAdd(next, 1))
    atomicAdd(&out[tile], 1);
}

int main() {
  const int tiles = 6;
  int *next, *out, result[tiles];
  cudaMalloc(&next, sizeof(int));
  cudaMalloc(&out, sizeof result);
  cudaMemset(out, 0, sizeof result);
  draw<<<3, 1>>>(next, tiles, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int drawn : result)
    if (drawn != 1) return 1;
  return 0;
}
