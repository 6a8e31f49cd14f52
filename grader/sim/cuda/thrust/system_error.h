/// \file
/// What Thrust throws if a call of CUDA fails.
#pragma once

#include <stdexcept>
#include <string>
#include <system_error>

#include "../cuda_runtime.h"

namespace thrust {

using std::errc;
using std::error_category;
using std::error_code;
using std::error_condition;
using std::system_error;

/// The errors of CUDA, by their numbers.
inline const std::error_category& cuda_category() {
  struct Category : std::error_category {
    const char* name() const noexcept override { return "cuda"; }
    std::string message(int error) const override {
      return cudaGetErrorString(static_cast<cudaError_t>(error));
    }
  };
  static const Category category;
  return category;
}

namespace system {
using thrust::error_code;
using thrust::system_error;
}  // namespace system

namespace gridlock_detail {

/// Throws if the call failed.
inline void check(cudaError_t error, const char* call) {
  if (error != cudaSuccess) throw system_error(error, cuda_category(), call);
}

}  // namespace gridlock_detail
}  // namespace thrust
