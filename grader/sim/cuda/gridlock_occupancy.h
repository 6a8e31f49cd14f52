/// The block size with the best occupancy that the device and the kernel allow.
#pragma once

#include "cuda_runtime_api.h"

namespace gridlock::sim {
inline namespace shim {

/// The largest block of `func` on the current device, in threads; 0 on an error, which is
/// stored in *error.
inline int block_size_limit(const void* func, int limit, cudaError_t* error) {
  int device = 0, device_limit = 0;
  cudaFuncAttributes attributes;
  *error = ::cudaGetDevice(&device);
  if (*error == cudaSuccess)
    *error =
        ::cudaDeviceGetAttribute(&device_limit, cudaDevAttrMaxThreadsPerBlock, device);
  if (*error == cudaSuccess) *error = ::cudaFuncGetAttributes(&attributes, func);
  if (*error != cudaSuccess) return 0;
  if (limit == 0 || limit > device_limit) limit = device_limit;
  return limit < attributes.maxThreadsPerBlock ? limit : attributes.maxThreadsPerBlock;
}

/// An attribute of the current device.
inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0, value = 0;
  ::cudaGetDevice(&device);
  ::cudaDeviceGetAttribute(&value, attribute, device);
  return value;
}

}  // namespace shim
}  // namespace gridlock::sim

template <class UnaryFunction, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* minGridSize, int* blockSize, T func, UnaryFunction blockSizeToDynamicSMemSize,
    int blockSizeLimit = 0, unsigned int flags = 0) {
  if (!minGridSize || !blockSize || !func) return cudaErrorInvalidValue;
  cudaError_t error;
  const int limit =
      gridlock::sim::block_size_limit((const void*)func, blockSizeLimit, &error);
  if (error != cudaSuccess) return error;

  const int warp = gridlock::sim::device_attribute(cudaDevAttrWarpSize);
  int best_size = 0, best_blocks = 0;
  for (int rounded = (limit + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
    const int size = rounded < limit ? rounded : limit;
    int blocks = 0;
    error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, (const void*)func, size, blockSizeToDynamicSMemSize(size), flags);
    if (error != cudaSuccess) return error;
    if (size * blocks > best_size * best_blocks) {
      best_size = size;
      best_blocks = blocks;
    }
  }
  *minGridSize =
      best_blocks * gridlock::sim::device_attribute(cudaDevAttrMultiProcessorCount);
  *blockSize = best_size;
  return cudaSuccess;
}

template <class UnaryFunction, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int* minGridSize, int* blockSize, T func, UnaryFunction blockSizeToDynamicSMemSize,
    int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, blockSizeToDynamicSMemSize, blockSizeLimit);
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize,
                                                               int* blockSize, T func,
                                                               size_t dynamicSMemSize = 0,
                                                               int blockSizeLimit = 0,
                                                               unsigned int flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, [=](int) { return dynamicSMemSize; }, blockSizeLimit,
      flags);
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize,
                                                      T func, size_t dynamicSMemSize = 0,
                                                      int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func,
                                                     dynamicSMemSize, blockSizeLimit);
}
