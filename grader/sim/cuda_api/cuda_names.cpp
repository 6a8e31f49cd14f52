/// Names and texts of CUDA's errors, as the runtime API returns them.
#include "sim/cuda/cuda_runtime_api.h"

namespace {

struct ErrorText {
  const char* name;
  const char* text;
};

/// CUDA's answer for an undefined error code.
constexpr ErrorText kUnrecognized = {"unrecognized error code",
                                     "unrecognized error code"};

ErrorText describe(cudaError_t error) {
  switch (error) {
#define GRIDLOCK_CUDA_ERROR(name, code, text) \
  case name:                                  \
    return {#name, text};
#include "sim/cuda/gridlock_cuda_errors.inc"
#undef GRIDLOCK_CUDA_ERROR
  }
  return kUnrecognized;
}

}  // namespace

const char* cudaGetErrorName(cudaError_t error) { return describe(error).name; }
const char* cudaGetErrorString(cudaError_t error) { return describe(error).text; }
