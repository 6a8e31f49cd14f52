// expect: passed
// schedules: 3
// More memory than the machine may have: what is not written takes none, and what was
// filled with zeros takes none either.  Where it is not filled, every byte is as in a
// small allocation.
#include <cuda_runtime.h>
#include <cstdio>
constexpr size_t kGibibyte = 1ull << 30, kBytes = 6 * kGibibyte;
constexpr int kThreads = 512;

__global__ void add(unsigned char* filled, size_t step) {
  filled[threadIdx.x * step + 5] += threadIdx.x;
}

int main() {
  size_t available, total;
  cudaMemGetInfo(&available, &total);
  if (available != total || total < 2 * kBytes) return 1;
  unsigned char *filled, *fresh;
  if (cudaMalloc(&filled, kBytes) != cudaSuccess) return 2;
  if (cudaMalloc(&fresh, kBytes) != cudaSuccess) return 3;
  if (cudaMalloc(&fresh, kBytes) != cudaErrorMemoryAllocation) return 4;
  cudaMemGetInfo(&available, &total);
  if (total - available != 2 * kBytes) return 5;
  cudaMemset(filled, 7, 16);
  cudaMemset(filled + 16, 0, kBytes - 16);
  add<<<1, kThreads>>>(filled, kBytes / kThreads);
  for (int i : {0, 1, 255, 511}) {
    unsigned char found[16];
    cudaMemcpy(found, filled + i * (kBytes / kThreads), sizeof found,
               cudaMemcpyDeviceToHost);
    for (int k = 0; k < 16; ++k)
      if (found[k] != (i == 0 ? 7 : k == 5 ? i % 256 : 0)) return 6;
  }
  cudaFree(filled);
  puts("right");
}
