/// Limits and state that the parts of the CUDA runtime API share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/host_address.h"
#include "sim/device/thread.h"
#include "sim/execution/api_state.h"

namespace gridlock::sim {

struct Allocation;
struct Variable;

/// The number of cudaLimitMallocHeapSize, and its initial value on a device.
inline constexpr int kDeviceHeapLimit = 2;
inline constexpr std::size_t kDeviceHeapBytes = std::size_t{8} << 20;

/// Limits of the modelled device, which has compute capability 9.0.
inline constexpr int kThreadsPerBlock = 1024;
inline constexpr int kThreadsPerSm = 2048;
inline constexpr std::size_t kSharedPerBlock = 48 * 1024;
inline constexpr std::size_t kSharedPerSm = 228 * 1024;
inline constexpr int kMaxGridX = 2147483647;
inline constexpr int kMaxGridYz = 65535;

/// The device variable that has the address `&variable` in host code; null if none has.
/// In CUDA this is the address of a copy in the host's memory.  Here the copy and the
/// variable have the same address.  An address counts as the copy's if the compiler has
/// added kHostAddress to it, or if the host has not got it from the device: see
/// note_addresses() and cudaGetSymbolAddress().
const Variable* host_copy_at(std::uintptr_t address);

/// Records, for reports, a call that puts no work on a stream.
/// \param call a format for the arguments that matter: "cudaSetDevice({})"
/// \param on_device whether the current device matters, too
void note_call(const char* call, int first = 0, unsigned second = 0,
               bool on_device = false);

/// Ends the execution if a CUDA call is to store a result in these bytes, but the program
/// may not write them.
void check_result(const void* pointer, std::size_t size);
/// The result to which the pointer points, once check_result() has accepted it.
template <class T>
T& result(T* pointer) {
  check_result(pointer, sizeof *pointer);
  return *pointer;
}

/// Notes that the host has read these bytes of a device: they may contain addresses.
void note_addresses(const void* bytes, std::size_t size);

/// The largest distance between rows.
constexpr std::size_t kPitchMax = 0x7fffffff;

/// The allocation that begins at the pointer, if it can be freed; otherwise null.
Allocation* freeable(const void* pointer);

/// How to launch the kernel at an address.
struct RegisteredKernel {
  const char* name;
  void* (*make_frame)(const void* kernel, void** args);
  void (*invoke)(void* frame);
  void (*destroy)(void* frame);
  const std::size_t* argument_bytes;  ///< The list ends with a 0.
  std::uint64_t max_threads = 0;      ///< Its __launch_bounds__; 0 if it has none.
  Dim3 cluster{};                     ///< Its __cluster_dims__.
};
const RegisteredKernel* registered_kernel(const void* kernel);

}  // namespace gridlock::sim
