/// Names that CUDA 13 has removed, for programs run with `--legacy`.  Removed members of
/// cudaDeviceProp are in driver_types.h.
#pragma once

#include "cuda_runtime_api.h"

// Up to CUDA 12, functions named cudaThread... did what those named cudaDevice... do.
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

// Up to CUDA 12, hints took a device number, or cudaCpuDeviceId for the host.
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

// Up to CUDA 12: the width of the banks of shared memory, fixed since Maxwell.
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault = 0,
  cudaSharedMemBankSizeFourByte = 1,
  cudaSharedMemBankSizeEightByte = 2
};
GRIDLOCK_INLINE cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig) {
  return cudaSuccess;
}
GRIDLOCK_INLINE cudaError_t
cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig* config) {
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}
template <class T>
GRIDLOCK_INLINE cudaError_t cudaFuncSetSharedMemConfig(T*, enum cudaSharedMemConfig) {
  return cudaSuccess;
}

#if defined(GRIDLOCK_SIM)
#include "sm_30_intrinsics.h"

// Up to CUDA 8, these had no mask: all lanes of a warp took part.
#define GRIDLOCK_LEGACY_SHUFFLE(name, lane_type)                                    \
  template <class T>                                                                \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE T name(T value, lane_type lane, int width = 32) { \
    return ::name##_sync(0xffffffffu, value, lane, width);                          \
  }
GRIDLOCK_LEGACY_SHUFFLE(__shfl, int)
GRIDLOCK_LEGACY_SHUFFLE(__shfl_up, unsigned)
GRIDLOCK_LEGACY_SHUFFLE(__shfl_down, unsigned)
GRIDLOCK_LEGACY_SHUFFLE(__shfl_xor, int)
#undef GRIDLOCK_LEGACY_SHUFFLE
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __all(int predicate) {
  return ::__all_sync(0xffffffffu, predicate);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE int __any(int predicate) {
  return ::__any_sync(0xffffffffu, predicate);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned __ballot(int predicate) {
  return ::__ballot_sync(0xffffffffu, predicate);
}
#endif
