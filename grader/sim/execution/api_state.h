/// The state of the CUDA runtime API in one execution.  The functions of cuda_api/ work
/// on it; the machine only resets it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "protocol/cause_api.h"
#include "protocol/cause_stuck.h"
#include "sim/memory/module.h"

namespace gridlock::sim {

/// One pool.  It owns no memory: it counts what was taken from it.
struct MemoryPool {
  int device = 0;
  bool alive = true;
  std::size_t max_bytes = 0;  ///< 0: the device's memory.
  std::uint32_t reach = 0;    ///< The other devices that may use its memory, a bit each.
  /// Which freed memory an allocation may reuse.  No address is ever reused here, so that
  /// a use after a free is detected; these values are only returned when a program asks.
  int reuse[3] = {1, 1, 1};
  std::uint64_t release_threshold = 0;
  std::uint64_t used = 0;
  std::uint64_t used_high = 0;
  std::uint64_t reserved = 0;  ///< Before the excess over the threshold was released.
  std::uint64_t reserved_high = 0;
};

struct Graphs;

/// The API's state in one execution.
struct ApiState {
  int last_error = 0;  ///< The error that cudaGetLastError returns and clears.
  struct Failure {
    int error = 0;  ///< 0: none.
    std::uint64_t pc = 0;
    CallFault fault{};
    const char* name = "";  ///< "cudaErrorInvalidValue"
    const char* text = "";  ///< The meaning of the error.
  };
  /// The first and the last call that returned an error, cleared since or not.
  Failure first_failure, last_failure;
  /// The first allocation that found no room; there was none if `bytes` is 0.
  struct {
    std::uint64_t pc = 0;
    std::uint64_t bytes = 0;
    std::uint64_t room = 0;  ///< The most that it could have asked for.
  } failed_allocation;
  /// A launch that a scenario lets fail (Scenario::fail_launch); none if `error` is 0.
  struct {
    std::int64_t others_before = 0;  ///< So many succeed first.
    int error = 0;
    bool has_failed = false;
  } launch_to_fail;
  /// Calls of functions that put no work on a stream, while a history is recorded.
  struct HostCall {
    std::string call;  ///< With the arguments that a report may tell.
    std::uint64_t pc = 0;
    int device = -1;  ///< Was current, of a call that depends on it.
  };
  std::vector<HostCall> calls{};
  /// Why the host waits for a copy that is called asynchronous, while it does.
  Pageable pageable = Pageable::none;
  /// A launch that failed, if the program has not asked for the error yet.
  std::uint64_t unseen_launch_error_pc = 0;
  std::string unseen_launch_error;  ///< The error's name and meaning.
  CallFault unseen_launch_fault{};
  int device = 0;
  std::unordered_map<const void*, int> dynamic_shared_limit;  ///< Per kernel.
  /// The kernels that may have clusters larger than is portable.
  std::unordered_set<const void*> large_clusters;
  /// Per device; a device without one has not used its stream yet.
  std::unordered_map<int, std::uint64_t> per_thread_streams;
  /// The devices' default pools come first, where there are any yet.
  std::deque<MemoryPool> pools;
  /// Per device: the pool that cudaMallocAsync uses.
  std::vector<std::size_t> current_pools;
  /// Per device: the allocations of nodes of graphs.
  std::map<int, MemoryPool> graph_memory;
  std::size_t device_heap_bytes = 0;  ///< In use by malloc and new of device code.
  /// The values that cudaDeviceSetLimit has set, by device and limit.
  std::map<std::pair<int, int>, std::size_t> limits;
  std::shared_ptr<Graphs> graphs;  ///< Null until a program makes one.
  /// The values that cudaStreamSetAttribute has set, by stream and attribute, as bytes.
  std::map<std::pair<std::uint64_t, int>, std::string> stream_attributes;
  /// Device variables with an address that the host may have got from the device.
  std::unordered_set<const Variable*> variables_known;
};

}  // namespace gridlock::sim
