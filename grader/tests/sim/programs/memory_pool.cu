// Memory of pools is allocated and freed in the order of a stream.
#include <cstdint>

#include "cases.h"

int* allocated(cudaStream_t stream) {
  int* memory;
  cudaMallocAsync(&memory, 32 * sizeof(int), stream);
  return memory;
}

// Another stream may use the memory between two events.
CASE(used_between_events, passed) {
  int host[32];
  const auto [first, second] = Streams();
  const cudaEvent_t there = new_event(), used = new_event();
  int* data = allocated(first);
  cudaEventRecord(there, first);
  cudaStreamWaitEvent(second, there);
  set<<<1, 32, 0, second>>>(data, 6);
  cudaEventRecord(used, second);
  cudaStreamWaitEvent(first, used);
  cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost, first);
  cudaFreeAsync(data, first);
  data = allocated(first);
  cudaStreamSynchronize(first);
  set<<<1, 32, 0, second>>>(data, 7);
  cudaStreamSynchronize(second);  // cudaFree does not wait for users of a pool.
  return cudaFree(data) == cudaSuccess && host[1] == 6 ? 0 : 1;
}

// missing: No event orders the launch in line $too_early, in the stream second
CASE(not_yet_there, data_race) {
  const auto [first, second] = Streams();
  set<<<1, 32, 0, second>>>(allocated(first), 6);  // $too_early
  return finish();
}

// missing: No event orders the cudaFreeAsync in line $free
CASE(freed_in_use, data_race) {
  const auto [first, second] = Streams();
  int* data = allocated(first);
  cudaStreamSynchronize(first);
  set<<<1, 32, 0, second>>>(data, 6);
  cudaFreeAsync(data, first);  // $free
  return finish();
}

CASE(used_after_its_free, bad_access) {
  const cudaStream_t stream = Streams().first;
  int* data = allocated(stream);
  set<<<1, 32, 0, stream>>>(data, 6);
  cudaFreeAsync(data, stream);
  set<<<1, 32, 0, stream>>>(data, 7);
  return finish();
}

template <class T>
T get(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  T value = 0;
  return cudaMemPoolGetAttribute(pool, attribute, &value) == cudaSuccess ? value : T(-1);
}
uint64_t used(cudaMemPool_t pool) {
  return get<uint64_t>(pool, cudaMemPoolAttrUsedMemCurrent);
}

// Pools tell their attributes.
CASE(attributes, passed) {
  cudaMemPool_t pool, mine, current;
  const cudaStream_t stream = Streams().first;
  int *b, host[32];
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  uint64_t threshold = UINT64_MAX;
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  if (get<uint64_t>(pool, cudaMemPoolAttrReleaseThreshold) != UINT64_MAX) return 3;
  if (get<int>(pool, cudaMemPoolReuseAllowOpportunistic) != 1) return 4;
  int* a = allocated(stream);
  if (used(pool) != 128) return 5;
  set<<<1, 32, 0, stream>>>(a, 3);
  cudaFreeAsync(a, stream);
  if (used(pool) != 0) return 6;
  if (get<uint64_t>(pool, cudaMemPoolAttrUsedMemHigh) != 128) return 7;
  if (get<uint64_t>(pool, cudaMemPoolAttrReservedMemCurrent) < 128) return 8;
  cudaMemPoolTrimTo(pool, 0);
  if (get<uint64_t>(pool, cudaMemPoolAttrReservedMemCurrent) != 0) return 9;

  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  properties.maxSize = 256;
  OK(cudaMemPoolCreate(&mine, &properties));
  OK(cudaMallocFromPoolAsync(&b, 128, mine, stream));
  EXPECT(cudaErrorMemoryAllocation, cudaMallocAsync(&a, 512, mine, stream));
  set<<<1, 32, 0, stream>>>(b, 3);
  cudaMemcpyAsync(host, b, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  if (host[31] != 3) return 13;
  OK(cudaDeviceSetMemPool(0, mine));
  OK(cudaDeviceGetMemPool(&current, 0));
  if (current != mine) return 15;
  cudaMallocAsync(&a, 64, stream);
  if (used(mine) != 192) return 16;
  cudaFreeAsync(a, stream);
  cudaFreeAsync(b, stream);
  OK(cudaMemPoolDestroy(mine));
  OK(cudaDeviceGetMemPool(&current, 0));
  if (current != pool) return 18;
  EXPECT(cudaErrorInvalidValue, cudaMemPoolDestroy(pool));
  EXPECT(cudaErrorInvalidValue, cudaMallocFromPoolAsync(&b, 128, mine, stream));
  cudaGetLastError();
  return finish();
}
