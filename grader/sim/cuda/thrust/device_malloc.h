/// \file
/// thrust::device_malloc.
#pragma once

#include <new>

#include "device_ptr.h"

namespace thrust {

/// Bytes of the device.
inline device_ptr<void> device_malloc(std::size_t bytes) {
  void* raw = nullptr;
  if (::cudaMalloc(&raw, bytes) != cudaSuccess) throw std::bad_alloc();
  return device_ptr<void>(raw);
}

/// Memory of the device for `n` elements, which have no values.
template <class T>
device_ptr<T> device_malloc(std::size_t n) {
  T* raw = nullptr;
  if (::cudaMalloc(&raw, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
  return device_ptr<T>(raw);
}

}  // namespace thrust
