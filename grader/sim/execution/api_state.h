/// \file
/// What the CUDA runtime API keeps in one execution.  The functions of cuda_api/ work on
/// it; the machine only begins it anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "sim/memory/module.h"

namespace gridlock::sim {

/// One pool.  It owns no memory: it counts what was taken from it.
struct MemoryPool {
  int device = 0;
  bool alive = true;
  std::size_t max_bytes = 0;  ///< 0: what the device has.
  /// Which freed memory an allocation may reuse.  No address is ever reused here, so that
  /// a use after a free is seen; the answers are kept for who asks.
  int reuse[3] = {1, 1, 1};
  std::uint64_t release_threshold = 0;
  std::uint64_t used = 0;
  std::uint64_t used_high = 0;
  std::uint64_t reserved = 0;  ///< Before what is above the threshold was released.
  std::uint64_t reserved_high = 0;
};

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

}  // namespace gridlock::sim
