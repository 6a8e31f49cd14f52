// expect: passed
// The cluster's barrier and a signal of its scope, by inline PTX; two clusters.
#include <cstdio>

__global__ void __cluster_dims__(2, 1, 1) pass(int* data, int* flag, int* out) {
  unsigned rank, blocks;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
  const unsigned pair = blockIdx.x / blocks;
  if (rank == 0) data[2 * pair] = 7;
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (rank == 1) {
    out[2 * pair] = data[2 * pair];
    data[2 * pair + 1] = 8;
    asm volatile("st.release.cluster.s32 [%0], %1;" ::"l"(flag + pair), "r"(1)
                 : "memory");
  } else {
    int seen = 0;
    while (seen == 0)
      asm volatile("ld.acquire.cluster.s32 %0, [%1];"
                   : "=r"(seen)
                   : "l"(flag + pair)
                   : "memory");
    out[2 * pair + 1] = data[2 * pair + 1];
  }
}

int main() {
  int *data, *flag, *out, result[4];
  cudaMalloc(&data, sizeof result);
  cudaMalloc(&flag, 2 * sizeof(int));
  cudaMalloc(&out, sizeof result);
  cudaMemset(flag, 0, 2 * sizeof(int));
  pass<<<4, 1>>>(data, flag, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", result[0], result[1], result[2], result[3]);
  return result[0] == 7 && result[1] == 8 && result[2] == 7 && result[3] == 8 ? 0 : 1;
}
