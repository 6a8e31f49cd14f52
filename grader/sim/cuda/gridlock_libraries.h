/// The C and C++ library headers that nvcc includes before the first line of a .cu.
#pragma once

#include <assert.h>
#include <stdio.h>

#include <type_traits>
#include <utility>

// For `clang++ -x cuda`: these may also be called on the device.
#if defined(__CUDA__)
extern "C" __attribute__((device)) int printf(const char*, ...);
extern "C" __attribute__((device)) void __assert_fail(const char*, const char*, unsigned,
                                                      const char*) noexcept;
#pragma clang force_cuda_host_device begin
#endif

#include <stdlib.h>
#include <string.h>
#include <time.h>

// libstdc++ puts the mathematical special functions into <cmath>.  They double the time
// of every compile, and device code does not have them.
#include <cstddef>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <math.h>

#include <cmath>
#include <cstdlib>

#if defined(__CUDA__)
#pragma clang force_cuda_host_device end
#endif

// With the special functions, <cmath> would include these headers.  From them, programs
// get std::min, std::swap and std::numeric_limits.
#if __has_include(<bits/stl_algobase.h>)
#include <bits/stl_algobase.h>
#endif
#include <limits>

// libstdc++ checks the indices of its vectors and arrays by this macro, if asked to.
#if defined(__glibcxx_requires_subscript)
#include "host_defines.h"
extern "C" GRIDLOCK_BOTH void gridlock_bad_index(size_t index, size_t size,
                                                 const char* function);
#undef __glibcxx_requires_subscript
#define __glibcxx_requires_subscript(index) \
  if (!((index) < this->size()))            \
  gridlock_bad_index(index, this->size(), __PRETTY_FUNCTION__)
#endif
#include <new>
