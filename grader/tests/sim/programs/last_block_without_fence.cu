// expect: data_race
// On a GPU the sum is always right; nothing orders the partial sums before the ticket.
#include <cstdio>

__device__ unsigned int ticket;

__global__ void sum(const int* in, int n, int* partial, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    int mine = 0;
    for (int i = blockIdx.x; i < n; i += gridDim.x) mine += in[i];
    partial[blockIdx.x] = mine;
    last = atomicAdd(&ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    __threadfence();
    int all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
    *out = all;
  }
}

int main() {
  constexpr int kCount = 20, kBlocks = 4;
  int host[kCount], *in, *partial, *out, result = 0;
  for (int i = 0; i < kCount; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&partial, kBlocks * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<kBlocks, 4>>>(in, kCount, partial, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  return result == 190 ? 0 : 1;
}
