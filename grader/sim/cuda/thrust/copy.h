/// \file
/// thrust::copy, copy_n, copy_if: within a system, or between the host and the device.
#pragma once

#include <algorithm>
#include <vector>

#include "device_ptr.h"
#include "gridlock_compact.h"
#include "gridlock_perform.h"

namespace thrust {
namespace gridlock_detail {

/// Copies elements that lie side by side between the host and the device, and waits.
template <class T>
void copy_bytes(const Policy& policy, T* to, const T* from, size_t n,
                cudaMemcpyKind kind) {
  if (n == 0) return;
  check(::cudaMemcpyAsync(to, from, n * sizeof(T), kind, policy.stream), "thrust::copy");
  if (policy.waits || kind == cudaMemcpyDeviceToHost)
    check(::cudaStreamSynchronize(policy.stream), "thrust::copy");
}

/// Copies within a system.
struct CopyInside {
  template <class From, class To>
  To operator()(const Policy& policy, From first, size_t n, To result) const {
    perform(policy, "thrust::copy", [=](const Call& call) GRIDLOCK_RAW {
      Access<From>::reads(call, first, n);
      Access<To>::writes(call, result, n);
      for (size_t i = 0; i < n; ++i)
        Access<To>::store(call, result + i, Access<From>::load(call, first + i));
    });
    return result + n;
  }
};

/// Memory of the device for a while.
template <class T>
struct OnDevice {
  T* data = nullptr;

  explicit OnDevice(size_t n) {
    if (n) check(::cudaMalloc(&data, n * sizeof(T)), "thrust::copy");
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() { ::cudaFree(data); }
};

template <class T>
struct Plain {
  T value;
};

/// From the host to the device.
template <class From, class To>
To copy_to_device(const Policy& policy, From first, From last, To result) {
  using T = ValueOf<To>;
  const size_t n = count_of(first, last);
  if constexpr (kIsContiguous<From> && kIsContiguous<To> &&
                std::is_same_v<ValueOf<From>, T>) {
    copy_bytes<T>(policy, contiguous(result), contiguous(first), n,
                  cudaMemcpyHostToDevice);
  } else if (n > 0) {
    std::vector<Plain<T>> staged;  // Of bool, too, one after the other.
    staged.reserve(n);
    for (; first != last; ++first) staged.push_back({static_cast<T>(*first)});
    const T* from = &staged.front().value;
    if constexpr (kIsContiguous<To>) {
      copy_bytes<T>(policy, contiguous(result), from, n, cudaMemcpyHostToDevice);
    } else {
      OnDevice<T> there(n);
      copy_bytes<T>(policy, there.data, from, n, cudaMemcpyHostToDevice);
      CopyInside{}(policy, there.data, n, result);
      check(::cudaStreamSynchronize(policy.stream), "thrust::copy");
    }
  }
  return result + n;
}

/// From the device to the host, whose iterator may be for output alone.
template <class From, class To>
To copy_to_host(const Policy& policy, From first, From last, To result) {
  using T = ValueOf<From>;
  const size_t n = count_of(first, last);
  if constexpr (kIsContiguous<From> && kIsContiguous<To>) {
    if constexpr (std::is_same_v<ValueOf<To>, T>) {
      copy_bytes<T>(policy, contiguous(result), contiguous(first), n,
                    cudaMemcpyDeviceToHost);
      return result + n;
    }
  }
  if (n == 0) return result;
  std::vector<Plain<T>> staged(n);
  if constexpr (kIsContiguous<From>) {
    copy_bytes<T>(policy, &staged.front().value, contiguous(first), n,
                  cudaMemcpyDeviceToHost);
  } else {
    OnDevice<T> there(n);
    CopyInside{}(policy, first, n, there.data);
    copy_bytes<T>(policy, &staged.front().value, there.data, n, cudaMemcpyDeviceToHost);
  }
  for (const Plain<T>& element : staged) {
    *result = element.value;
    ++result;
  }
  return result;
}

struct Copy {
  template <class From, class To>
  To operator()(const Policy& policy, From first, From last, To result) const {
    constexpr System from = SystemOf<From>::value, to = SystemOf<To>::value;
    if constexpr (from == System::host && to == System::device) {
      return copy_to_device(policy, first, last, result);
    } else if constexpr (from == System::device && to == System::host) {
      return copy_to_host(policy, first, last, result);
    } else if constexpr (kIsRandom<From> && kIsRandom<To>) {
      return CopyInside{}(policy, first, count_of(first, last), result);
    } else {
      return std::copy(first, last, result);
    }
  }
};
struct CopyN {
  template <class From, class Size, class To>
  To operator()(const Policy& policy, From first, Size n, To result) const {
    return Copy{}(policy, first,
                  std::next(first, static_cast<std::ptrdiff_t>(as_count(n))), result);
  }
};
struct CopyIf {
  template <class From, class To, class Predicate>
  To operator()(const Policy& policy, From first, From last, To result,
                Predicate predicate) const {
    return result +
           compact(policy, "thrust::copy_if", first, last, first, result, predicate);
  }
  template <class From, class Stencil, class To, class Predicate>
  To operator()(const Policy& policy, From first, From last, Stencil stencil, To result,
                Predicate predicate) const {
    return result +
           compact(policy, "thrust::copy_if", first, last, stencil, result, predicate);
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(copy, Copy)
GRIDLOCK_THRUST_ALGORITHM(copy_n, CopyN)
GRIDLOCK_THRUST_ALGORITHM(copy_if, CopyIf)
GRIDLOCK_THRUST_ALGORITHM(uninitialized_copy, Copy)
GRIDLOCK_THRUST_ALGORITHM(uninitialized_copy_n, CopyN)

}  // namespace thrust
