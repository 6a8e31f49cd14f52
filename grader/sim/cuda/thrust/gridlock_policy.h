/// \file
/// Where and in which stream an algorithm runs.
#pragma once

#include "../cuda_runtime.h"
#include "gridlock_access.h"

namespace thrust {
namespace gridlock_detail {

/// What an algorithm needs to know of a policy.
struct Policy {
  System system = System::device;
  cudaStream_t stream = nullptr;
  bool waits = true;  ///< For the work in the stream, before the call returns.
};

/// What all policies are.
struct PolicyTag {};

}  // namespace gridlock_detail

template <class Derived>
struct execution_policy : gridlock_detail::PolicyTag {};
template <class Derived>
struct device_execution_policy : execution_policy<Derived> {};
template <class Derived>
struct host_execution_policy : execution_policy<Derived> {};

namespace gridlock_detail {

struct HostPolicy : host_execution_policy<HostPolicy> {
  Policy policy() const { return {System::host, nullptr, true}; }
};

/// thrust::device, thrust::cuda::par and par_nosync.
template <bool waits>
struct DevicePolicy : device_execution_policy<DevicePolicy<waits>> {
  cudaStream_t stream = nullptr;

  constexpr DevicePolicy() {}
  constexpr explicit DevicePolicy(cudaStream_t stream) : stream(stream) {}
  /// The same in a stream.
  constexpr DevicePolicy on(cudaStream_t const& in) const { return DevicePolicy(in); }
  /// The same with memory from an allocator, of which there is no need here.
  template <class Allocator>
  constexpr DevicePolicy operator()(const Allocator&) const {
    return *this;
  }
  Policy policy() const { return {System::device, stream, waits}; }
};

template <class T>
inline constexpr bool kIsPolicy = std::is_base_of_v<PolicyTag, std::decay_t<T>>;

}  // namespace gridlock_detail

/// On the host.
inline constexpr gridlock_detail::HostPolicy host;
/// By the calling thread, of the host or of a kernel.
inline constexpr gridlock_detail::HostPolicy seq;
/// On the device, in its default stream.
inline constexpr gridlock_detail::DevicePolicy<true> device;

namespace cuda {
/// On the device; the host waits for it.
inline constexpr gridlock_detail::DevicePolicy<true> par;
/// On the device; the host waits only for results that the algorithm returns.
inline constexpr gridlock_detail::DevicePolicy<false> par_nosync;
}  // namespace cuda

namespace system::cuda {
using thrust::cuda::par;
using thrust::cuda::par_nosync;
}  // namespace system::cuda

}  // namespace thrust
