// expect: data_race
// thread: NVIDIA/cccl#4556
// Thread 0 replaces the sum of its tile by the prefix up to there while later warps still
// read the sum.
__global__ void prefixes(int* tiles, const int* before, int* out) {
  const int sum = tiles[blockIdx.x];
  if (threadIdx.x == 0) tiles[blockIdx.x] = before[blockIdx.x] + sum;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
  int sums[2] = {3, 4}, firsts[2] = {0, 3}, result[128], *tiles, *before, *out;
  cudaMalloc(&tiles, sizeof sums);
  cudaMalloc(&before, sizeof firsts);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(tiles, sums, sizeof sums, cudaMemcpyHostToDevice);
  cudaMemcpy(before, firsts, sizeof firsts, cudaMemcpyHostToDevice);
  prefixes<<<2, 64>>>(tiles, before, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaMemcpy(sums, tiles, sizeof sums, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 128; ++i)
    if (result[i] != (i < 64 ? 3 : 4)) return 1;
  return sums[0] == 3 && sums[1] == 7 ? 0 : 1;
}
