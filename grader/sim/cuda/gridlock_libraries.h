/// The parts of the C and C++ libraries that nvcc includes before the first line of a
/// .cu.
#pragma once

#include <assert.h>
#include <stdio.h>

#include <type_traits>
#include <utility>

// For `clang++ -x cuda`: these may be called on the device as well.
#if defined(__CUDA__)
extern "C" __attribute__((device)) int printf(const char*, ...);
extern "C" __attribute__((device)) void __assert_fail(const char*, const char*, unsigned,
                                                      const char*) noexcept;
#pragma clang force_cuda_host_device begin
#endif

#include <stdlib.h>
#include <string.h>
#include <time.h>

// libstdc++ puts the mathematical special functions into <cmath>, which doubles the
// cost of every compile and which device code does not have.
#include <cstddef>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <math.h>

#include <cmath>
#include <cstdlib>

#if defined(__CUDA__)
#pragma clang force_cuda_host_device end
#endif

// With them, <cmath> brings std::min, std::swap and std::numeric_limits to programs
// that do not ask for them.
#if __has_include(<bits/stl_algobase.h>)
#include <bits/stl_algobase.h>
#endif
#include <limits>
#include <new>
