/// What CUDA 13 has dropped, for programs that `--legacy` runs.  The members that
/// cudaDeviceProp had are in driver_types.h.
#pragma once

#include "cuda_runtime_api.h"

// Up to CUDA 12: cudaThread... is cudaDevice... .
GRIDLOCK_INLINE cudaError_t cudaThreadSynchronize() { return ::cudaDeviceSynchronize(); }
GRIDLOCK_INLINE cudaError_t cudaThreadExit() { return ::cudaDeviceReset(); }
GRIDLOCK_INLINE cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) {
  return ::cudaDeviceSetLimit(limit, value);
}
GRIDLOCK_INLINE cudaError_t cudaThreadGetLimit(size_t* value, enum cudaLimit limit) {
  return ::cudaDeviceGetLimit(value, limit);
}
GRIDLOCK_INLINE cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache* config) {
  return ::cudaDeviceGetCacheConfig(config);
}
GRIDLOCK_INLINE cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config) {
  return ::cudaDeviceSetCacheConfig(config);
}

// Up to CUDA 12, a hint named a device by its number, the host by cudaCpuDeviceId.
GRIDLOCK_INLINE struct cudaMemLocation gridlock_place(int device) {
  struct cudaMemLocation place = {
      device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
      device == cudaCpuDeviceId ? 0 : device};
  return place;
}
GRIDLOCK_INLINE cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count,
                                                 int device, cudaStream_t stream = 0) {
  return ::cudaMemPrefetchAsync(devPtr, count, gridlock_place(device), 0, stream);
}
GRIDLOCK_INLINE cudaError_t cudaMemAdvise(const void* devPtr, size_t count,
                                          enum cudaMemoryAdvise advice, int device) {
  return ::cudaMemAdvise(devPtr, count, advice, gridlock_place(device));
}
