/// \file
/// thrust::device_free.
#pragma once

#include "device_ptr.h"

namespace thrust {

template <class T>
void device_free(device_ptr<T> pointer) {
  gridlock_detail::check(::cudaFree(pointer.get()), "thrust::device_free");
}

}  // namespace thrust
