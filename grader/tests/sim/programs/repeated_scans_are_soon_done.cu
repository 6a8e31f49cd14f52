// expect: passed
// schedules: 3
// 1,000 scans in volatile shared memory, as in NVIDIA's sample, with a quarter of a
// million strong accesses each, and as many grids that meet: a schedule would take
// minutes if every launch ran.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kThreads = 256, kBlocks = 32;

__global__ void scan(const unsigned* in, unsigned* out) {
  __shared__ volatile unsigned data[2 * kThreads];
  const unsigned at = blockIdx.x * kThreads + threadIdx.x;
  const unsigned pos = threadIdx.x + kThreads;
  data[threadIdx.x] = 0;
  data[pos] = in[at];
  for (unsigned offset = 1; offset < kThreads; offset <<= 1) {
    __syncthreads();
    const unsigned sum = data[pos] + data[pos - offset];
    __syncthreads();
    data[pos] = sum;
  }
  out[at] = data[pos];
}

__global__ void rotate(const unsigned* in, unsigned* out, int rounds) {
  const unsigned at = blockIdx.x * kThreads + threadIdx.x, all = gridDim.x * kThreads;
  out[at] = in[at];
  for (int i = 0; i < rounds; ++i) {
    cg::this_grid().sync();
    const unsigned next = out[(at + 1) % all];
    cg::this_grid().sync();
    out[at] = next;
  }
}

int main() {
  const int n = kThreads * kBlocks;
  unsigned *in, *out, *rotated, last = 0, first = 0;
  cudaMalloc(&in, n * sizeof(unsigned));
  cudaMalloc(&out, n * sizeof(unsigned));
  cudaMalloc(&rotated, n * sizeof(unsigned));
  cudaMemset(in, 1, n * sizeof(unsigned));
  int rounds = 16;
  void* arguments[] = {&out, &rotated, &rounds};
  for (int i = 0; i < 1000; ++i) {
    scan<<<kBlocks, kThreads>>>(in, out);
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(rotate), dim3(8), dim3(kThreads),
                                arguments, 0, 0);
  }
  cudaMemcpy(&last, out + n - 1, sizeof last, cudaMemcpyDeviceToHost);
  cudaMemcpy(&first, rotated, sizeof first, cudaMemcpyDeviceToHost);
  return last != 256u * 0x01010101u || first != 17u * 0x01010101u;
}
