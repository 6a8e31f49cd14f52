/// \file
/// thrust::swap.
#pragma once

#include "../host_defines.h"

namespace thrust {

template <class T>
GRIDLOCK_BOTH void swap(T& a, T& b) {
  T before = a;
  a = b;
  b = before;
}

}  // namespace thrust
