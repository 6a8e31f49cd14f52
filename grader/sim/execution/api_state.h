/// The state of the CUDA runtime API in one execution.  The functions of cuda_api/ use
/// it; the machine only resets it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "protocol/cause_access.h"
#include "protocol/cause_api.h"
#include "protocol/cause_stuck.h"
#include "sim/memory/module.h"

namespace gridlock::sim {

struct Graphs;

struct ApiState {
  int last_error = 0;  ///< The error that cudaGetLastError returns and clears.
  struct Failure {
    int error = 0;  ///< 0: none.
    std::uint64_t pc = 0;
    CallFault fault{};
    const char* name = "";  ///< Such as "cudaErrorInvalidValue".
    const char* text = "";  ///< The meaning of the error.
  };
  /// The first and the last call that returned an error, even if the error has been
  /// cleared.
  Failure first_failure, last_failure;
  /// The first failed call whose result the program drops, until the program asks for the
  /// last error.
  Failure dropped_failure;
  std::uint64_t dropping_pc = 0;  ///< Just before the last call whose result is dropped.
  /// The first allocation that failed for lack of room; `bytes` is 0 if none has failed.
  struct {
    std::uint64_t pc = 0;
    std::uint64_t bytes = 0;
    std::uint64_t room = 0;  ///< The maximum size that would have fitted.
  } failed_allocation;
  /// A launch that a scenario makes fail (Scenario::fail_launch); there is none if
  /// `error` is 0.
  struct {
    std::int64_t others_before = 0;  ///< The number of launches that succeed before.
    int error = 0;
    bool has_failed = false;
  } launch_to_fail;
  /// A call of a function that puts no work on a stream, recorded while a history is
  /// kept.
  struct HostCall {
    std::string call;  ///< The call with the arguments that a report may show.
    std::uint64_t pc = 0;
    int device = -1;  ///< The current device, for a call that depends on it.
    std::uint64_t times = 1;
  };
  std::vector<HostCall> calls{};
  /// Why the host waits for a copy although its call is named Async; set while it waits.
  Pageable pageable = Pageable::none;
  /// A failed launch, until the program asks for the error.
  std::uint64_t unseen_launch_error_pc = 0;
  std::string unseen_launch_error;  ///< The name and meaning of that error.
  CallFault unseen_launch_fault{};
  int device = 0;
  std::unordered_map<const void*, int> dynamic_shared_limit;  ///< Per kernel.
  /// Kernels that may have clusters of more than the portable size.
  std::unordered_set<const void*> large_clusters;
  /// The number of each device's per-thread default stream; a device without an entry has
  /// not used it yet.
  std::unordered_map<int, std::uint64_t> per_thread_streams;
  /// The devices that may use the memory of a device's pool, a bit each; a device without
  /// an entry shares its pool with no other device.
  std::map<int, std::uint32_t> pool_reach;
  /// The bytes in use by malloc and new of device code.
  std::size_t device_heap_bytes = 0;
  /// The values that cudaDeviceSetLimit has set, by device and limit.
  std::map<std::pair<int, int>, std::size_t> limits;
  std::shared_ptr<Graphs> graphs;  ///< Null until the program makes a graph.
  /// The values that cudaStreamSetAttribute has set, by stream and attribute, as raw
  /// bytes.
  std::map<std::pair<std::uint64_t, int>, std::string> stream_attributes;
  /// Device variables whose address the host may have got from device code.
  std::unordered_set<const Variable*> variables_known;
  /// The first launch that passed what looks like half of a pointer.
  std::optional<gridlock::PassesHalfPointer> half_pointer;
};

}  // namespace gridlock::sim
