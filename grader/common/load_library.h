/// Loads a shared library whose constructors are not trusted.
#pragma once

#include <dlfcn.h>

namespace gridlock {

/// dlopen, but the program ends if a constructor of the library throws.  The C library
/// declares dlopen as not throwing, so the fate of an exception would depend on the
/// compiler.
inline void* load_library(const char* path, int mode) noexcept {
  void* (*volatile load)(const char*, int) = ::dlopen;
  return load(path, mode);
}

}  // namespace gridlock
