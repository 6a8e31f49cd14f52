// expect: passed
// The pools that stream-ordered memory comes from, and what they say of themselves.
#include <cstdint>

template <class T>
T get(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  T value = 0;
  return cudaMemPoolGetAttribute(pool, attribute, &value) == cudaSuccess ? value : T(-1);
}

__global__ void fill(int* words) { words[threadIdx.x] = 3; }

int main() {
  cudaMemPool_t pool, mine, current;
  cudaStream_t stream;
  int *a, *b, host[32];
  cudaStreamCreate(&stream);
  if (cudaDeviceGetDefaultMemPool(&pool, 0) != cudaSuccess) return 1;
  uint64_t threshold = UINT64_MAX;
  if (cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) !=
      cudaSuccess)
    return 2;
  if (get<uint64_t>(pool, cudaMemPoolAttrReleaseThreshold) != UINT64_MAX) return 3;
  if (get<int>(pool, cudaMemPoolReuseAllowOpportunistic) != 1) return 4;
  cudaMallocAsync(&a, 128, stream);
  if (get<uint64_t>(pool, cudaMemPoolAttrUsedMemCurrent) != 128) return 5;
  fill<<<1, 32, 0, stream>>>(a);
  cudaFreeAsync(a, stream);
  if (get<uint64_t>(pool, cudaMemPoolAttrUsedMemCurrent) != 0) return 6;
  if (get<uint64_t>(pool, cudaMemPoolAttrUsedMemHigh) != 128) return 7;
  if (get<uint64_t>(pool, cudaMemPoolAttrReservedMemCurrent) < 128) return 8;
  cudaMemPoolTrimTo(pool, 0);
  if (get<uint64_t>(pool, cudaMemPoolAttrReservedMemCurrent) != 0) return 9;

  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = 0;
  properties.maxSize = 256;
  if (cudaMemPoolCreate(&mine, &properties) != cudaSuccess) return 10;
  if (cudaMallocFromPoolAsync(&b, 128, mine, stream) != cudaSuccess) return 11;
  if (cudaMallocAsync(&a, 512, mine, stream) != cudaErrorMemoryAllocation) return 12;
  fill<<<1, 32, 0, stream>>>(b);
  cudaMemcpyAsync(host, b, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  if (host[31] != 3) return 13;
  if (cudaDeviceSetMemPool(0, mine) != cudaSuccess) return 14;
  if (cudaDeviceGetMemPool(&current, 0) != cudaSuccess || current != mine) return 15;
  cudaMallocAsync(&a, 64, stream);
  if (get<uint64_t>(mine, cudaMemPoolAttrUsedMemCurrent) != 192) return 16;
  cudaFreeAsync(a, stream);
  cudaFreeAsync(b, stream);
  if (cudaMemPoolDestroy(mine) != cudaSuccess) return 17;
  if (cudaDeviceGetMemPool(&current, 0) != cudaSuccess || current != pool) return 18;
  if (cudaMemPoolDestroy(pool) != cudaErrorInvalidValue) return 19;
  if (cudaMallocFromPoolAsync(&b, 128, mine, stream) != cudaErrorInvalidValue) return 20;
  cudaGetLastError();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 21;
}
