/// Limits and state that the parts of the CUDA runtime API share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/device/thread.h"
#include "sim/execution/api_state.h"

namespace gridlock::sim {

struct Allocation;
struct Variable;

/// cudaLimitMallocHeapSize, and its initial value on a device.
inline constexpr int kDeviceHeapLimit = 2;
inline constexpr std::size_t kDeviceHeapBytes = std::size_t{8} << 20;

/// Limits of the modelled device, which has compute capability 9.0.
inline constexpr int kThreadsPerBlock = 1024;
inline constexpr int kThreadsPerSm = 2048;
inline constexpr std::size_t kSharedPerBlock = 48 * 1024;
inline constexpr std::size_t kSharedPerSm = 228 * 1024;
inline constexpr int kMaxGridX = 2147483647;
inline constexpr int kMaxGridYz = 65535;

/// The device variable whose address this is as `&variable` in host code, or null.  In
/// CUDA that is the address of the host's own copy of the variable, not one on a device.
/// Here the two are the same, so what distinguishes them is where the host can have got
/// the address.
const Variable* host_copy_at(std::uintptr_t address);

/// Keeps a call that puts no work on a stream, for reports.
/// \param call a format for the arguments that matter: "cudaSetDevice({})"
/// \param on_device whether the current device matters, too
void note_call(const char* call, int first = 0, unsigned second = 0,
               bool on_device = false);

/// The host has read these bytes of the device: there may be addresses among them.
void note_addresses(const void* bytes, std::size_t size);

/// The largest pitch of rows.
constexpr std::size_t kPitchMax = 0x7fffffff;

/// The allocation that starts at the pointer, if it can be freed; otherwise null.
Allocation* freeable(const void* pointer);

/// The way to launch a kernel by address.
struct RegisteredKernel {
  const char* name;
  void* (*make_frame)(const void* kernel, void** args);
  void (*invoke)(void* frame);
  void (*destroy)(void* frame);
  const std::size_t* argument_bytes;  ///< With a 0 behind them.
  std::uint64_t max_threads = 0;      ///< Its __launch_bounds__; 0 if it has none.
  Dim3 cluster{};                     ///< Its __cluster_dims__.
};
const RegisteredKernel* registered_kernel(const void* kernel);

}  // namespace gridlock::sim
