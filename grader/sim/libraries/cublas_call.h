/// \file
/// A call of cuBLAS: its handle, its scalars and results, and the kernel that does it.
#pragma once

#include <complex>
#include <optional>

#include "cublas_v2.h"
#include "sim/cuda_api/call_site.h"
#include "sim/libraries/library_call.h"

/// A handle of cuBLAS.
struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
};

namespace gridlock::sim {

/// Whether cublasCreate has made it, and cublasDestroy has not been called for it.
bool is_handle(cublasHandle_t handle);

/// How the code here computes with a type of cuBLAS's.
template <class T>
struct NumberOf {
  using type = T;
};
template <>
struct NumberOf<cuComplex> {
  using type = std::complex<float>;
};
template <>
struct NumberOf<cuDoubleComplex> {
  using type = std::complex<double>;
};
template <class T>
using Number = typename NumberOf<T>::type;

/// The same pointer to the type that is computed with.
template <class T>
const Number<T>* as_number(const T* pointer) {
  return reinterpret_cast<const Number<T>*>(pointer);
}
template <class T>
Number<T>* as_number(T* pointer) {
  return reinterpret_cast<Number<T>*>(pointer);
}

/// A scalar of a call: a value from the host, or a place in the device's memory.
template <class T>
class Scalar {
 public:
  Scalar(const LibraryCall& call, const T* pointer, bool on_device) {
    if (on_device) {
      from_ = pointer;
      return;
    }
    call.reads(pointer);
    value_ = *pointer;
  }
  /// For the kernel.
  T get(const LibraryCall& call) const {
    if (!from_) return value_;
    call.reads(from_);
    return *from_;
  }

 private:
  const T* from_ = nullptr;
  T value_{};
};

/// One call of a function of cuBLAS.
class CublasCall {
 public:
  CublasCall(cublasHandle_t handle, const char* name, std::uint64_t pc)
      : handle_(handle), call_{name, pc, nullptr} {
    if (is_handle(handle)) call_.stream = handle->stream;
  }

  /// What the call returns at once, if anything.
  /// \param is_valid whether its arguments are
  std::optional<cublasStatus_t> refused(bool is_valid) const {
    if (!is_handle(handle_)) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!is_valid) return CUBLAS_STATUS_INVALID_VALUE;
    return std::nullopt;
  }

  /// Whether scalars and results are in the device's memory.
  bool is_on_device() const {
    return handle_->pointer_mode == CUBLAS_POINTER_MODE_DEVICE;
  }
  const LibraryCall& site() const { return call_; }

  /// \param pointer not null
  template <class T>
  Scalar<Number<T>> scalar(const T* pointer) const {
    return {call_, as_number(pointer), is_on_device()};
  }

  /// Issues a kernel that calls body(call).
  template <class Body>
  cublasStatus_t perform(const Body& body) const {
    return status_of(issue(call_, [call = call_, body] { body(call); }));
  }

  /// The same for a function with a result, which body(call) returns: it goes to the
  /// device's memory, or to the host, which waits.
  template <class Result, class Body>
  cublasStatus_t perform_for(Result* result, const Body& body) const {
    if (!is_on_device())
      return status_of(issue_for(call_, result, [call = call_, body] {
        return static_cast<Result>(body(call));
      }));
    return perform([result, body](const LibraryCall& call) {
      const auto made = static_cast<Result>(body(call));
      call.writes(result);
      *result = made;
    });
  }

 private:
  static cublasStatus_t status_of(cudaError_t error) {
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
  }

  cublasHandle_t handle_;
  LibraryCall call_;
};

/// A vector whose elements lie `step` apart; a negative step begins at the end.
template <class T>
class VectorView {
 public:
  VectorView(T* first, int n, int step)
      : n_(n),
        step_(step),
        first_(step < 0 ? first - std::ptrdiff_t{n - 1} * step : first) {}

  int size() const { return n_; }
  T& operator[](int i) const { return first_[std::ptrdiff_t{i} * step_]; }

  /// Tells of all elements.
  void is_read(const LibraryCall& call) const {
    each_range([&](T* first, std::size_t count) { call.reads(first, count); });
  }
  void is_written(const LibraryCall& call) const {
    each_range([&](T* first, std::size_t count) { call.writes(first, count); });
  }

 private:
  template <class Tell>
  void each_range(const Tell& tell) const {
    if (n_ <= 0) return;
    if (step_ == 1) return tell(first_, static_cast<std::size_t>(n_));
    if (step_ == -1) return tell(&(*this)[n_ - 1], static_cast<std::size_t>(n_));
    for (int i = 0; i < n_; ++i) tell(&(*this)[i], 1);
  }

  int n_, step_;
  T* first_;
};

}  // namespace gridlock::sim

/// The call of the function of cuBLAS that this is in, whose handle is `handle`.
#define GRIDLOCK_CUBLAS(name)           \
  const gridlock::sim::CublasCall call( \
      handle, name, gridlock::sim::call_site(__builtin_frame_address(0)))
