// expect: advice equal_writes
// missing: of block 0 both run line 13 and write the same word
// The sum of a block, written by each of its threads: the same value.
#include <cstdio>

__global__ void sum(const int* in, int* out) {
  __shared__ int partial[32];
  partial[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int total = 0;
  for (unsigned i = 0; i < blockDim.x; ++i) total += partial[i];

  *out = total;
}

int main() {
  int *in, *out, total;
  cudaMalloc(&in, 4 * sizeof(int));
  cudaMemset(in, 0, 4 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 4>>>(in, out);
  cudaMemcpy(&total, out, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", total);
}
