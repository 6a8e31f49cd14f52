/// Loads a shared library whose constructors are not trusted.
#pragma once

#include <dlfcn.h>

namespace gridlock {

/// dlopen, but the program ends if a constructor of the library throws: the C library
/// declares dlopen as not throwing, so compilers would handle the exception differently.
inline void* load_library(const char* path, int mode) noexcept {
  void* (*volatile load)(const char*, int) = ::dlopen;
  return load(path, mode);
}

}  // namespace gridlock
