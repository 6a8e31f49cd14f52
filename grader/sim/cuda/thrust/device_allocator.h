/// \file
/// thrust::device_allocator: memory of cudaMalloc.
#pragma once

#include "device_free.h"
#include "device_malloc.h"

namespace thrust {

template <class T>
struct device_allocator {
  using value_type = T;
  using pointer = device_ptr<T>;

  pointer allocate(std::size_t n) { return device_malloc<T>(n); }
  void deallocate(pointer p, std::size_t) { device_free(p); }
};

}  // namespace thrust
