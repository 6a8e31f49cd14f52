/// \file
/// What the parts of the CUDA runtime API share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sim/host_pool.h"

namespace gridlock::sim {

struct Allocation;
struct Variable;

/// cudaLimitMallocHeapSize, and what of it a device starts with.
inline constexpr int kDeviceHeapLimit = 2;
inline constexpr std::size_t kDeviceHeapBytes = std::size_t{8} << 20;

/// The API's state in one execution.
struct ApiState {
  int last_error = 0;  ///< What cudaGetLastError returns and clears.
  /// The last call that returned an error, whether or not somebody cleared it since.
  struct {
    int error = 0;
    std::uint64_t pc = 0;
  } last_failure;
  /// A launch failed and nobody has asked for the error yet.
  std::uint64_t unseen_launch_error_pc = 0;
  std::string unseen_launch_error;  ///< Its name and what it means.
  int device = 0;
  std::unordered_map<const void*, int> dynamic_shared_limit;  ///< By kernel.
  /// By device; a device without one has not used its stream yet.
  std::unordered_map<int, std::uint64_t> per_thread_streams;
  /// The devices' default pools come first, where there are any yet.
  std::deque<MemoryPool> pools;
  std::vector<std::size_t>
      current_pools;                  ///< By device: where cudaMallocAsync takes from.
  std::size_t device_heap_bytes = 0;  ///< In use by malloc and new of device code.
  /// What cudaDeviceSetLimit has set, by device and limit.
  std::map<std::pair<int, int>, std::size_t> limits;
  /// Device variables whose address the host may have from the device.
  std::unordered_set<const Variable*> variables_known;
};

/// The device variable that this is the address of as `&variable` has it in host code, or
/// null.  With CUDA, that is the host's own copy of the variable, and no address on a
/// device; here the two are the same, so what tells them apart is where the host can have
/// the address from.
const Variable* host_copy_at(std::uintptr_t address);

/// The host has read these bytes of the device: there may be addresses among them.
void note_addresses(const void* bytes, std::size_t size);

/// The largest pitch of rows.
constexpr std::size_t kPitchMax = 0x7fffffff;

/// The allocation that starts at the pointer, if it is there to be freed; else null.
Allocation* freeable(const void* pointer);

/// Notes an error for cudaGetLastError and returns it.
int set_error(int error);

/// Begins an API call that a host function may not make.
#define GRIDLOCK_NOT_IN_HOST_FUNCTION \
  if (machine->in_host_function()) return fail(cudaErrorNotPermitted)

/// How a kernel that is launched by address is called.
struct RegisteredKernel {
  const char* name;
  void* (*make_frame)(const void* kernel, void** args);
  void (*invoke)(void* frame);
  void (*destroy)(void* frame);
  const std::size_t* argument_bytes;  ///< With a 0 behind them.
  std::uint64_t max_threads = 0;      ///< Its __launch_bounds__; 0 if it has none.
};
const RegisteredKernel* registered_kernel(const void* kernel);

}  // namespace gridlock::sim
