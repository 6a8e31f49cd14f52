// expect: passed
// A kernel of the other device reads memory of a pool that was opened to it.
#include <cuda_runtime.h>

__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
  int *source, *copied, result[32] = {};
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMallocAsync(&source, sizeof result, nullptr);
  cudaMemsetAsync(source, 1, sizeof result, nullptr);
  cudaDeviceSynchronize();

  cudaMemAccessDesc access = {};
  access.location = {cudaMemLocationTypeDevice, 1};
  access.flags = cudaMemAccessFlagsProtReadWrite;
  if (cudaMemPoolSetAccess(pool, &access, 1) != cudaSuccess) return 1;
  cudaMemAccessFlags granted;
  cudaMemPoolGetAccess(&granted, pool, &access.location);
  if (granted != cudaMemAccessFlagsProtReadWrite) return 1;

  cudaSetDevice(1);
  cudaMalloc(&copied, sizeof result);
  copy<<<1, 32>>>(source, copied);
  cudaMemcpy(result, copied, sizeof result, cudaMemcpyDeviceToHost);
  return result[31] == 0x01010101 ? 0 : 1;
}
