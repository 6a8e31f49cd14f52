/// \file
/// CubDebug and CubDebugExit: an error of the runtime, with its line.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "../cuda_runtime.h"

namespace cub {

/// `error`, or else the last error of the calling thread, which is cleared.  Prints it if
/// CUB_STDERR is defined, or DEBUG as for a debug build.
GRIDLOCK_INLINE cudaError_t Debug(cudaError_t error, const char* filename, int line) {
  const cudaError_t last = cudaGetLastError();
  if (error == cudaSuccess) error = last;
#if defined(DEBUG) || defined(_DEBUG) || defined(CUB_STDERR)
  if (error != cudaSuccess)
    printf("%s:%d: %s\n", filename, line, cudaGetErrorString(error));
#else
  (void)filename;
  (void)line;
#endif
  return error;
}

}  // namespace cub

#define CubDebug(e) ::cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#define CubDebugExit(e)                                     \
  if (::cub::Debug((cudaError_t)(e), __FILE__, __LINE__)) { \
    exit(1);                                                \
  }
