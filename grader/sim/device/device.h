/// A modelled device: the blocks that are resident on its SMs, and those that may start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/invariant.h"
#include "protocol/messages.h"
#include "sim/device/thread.h"

namespace gridlock::sim {

class Device {
 public:
  /// \param static_shared the static shared memory of each block of the module, in bytes
  void reset(int number, const DeviceModel& model, std::size_t static_shared);

  int number() const { return number_; }

  int multiprocessors() const { return static_cast<int>(sms_.size()); }

  /// How many blocks with this many threads and bytes of dynamic shared memory fit on one
  /// SM.
  std::size_t resident_blocks_per_sm(std::size_t threads,
                                     std::size_t dynamic_shared) const;
  std::size_t resident_blocks(std::size_t threads, std::size_t dynamic_shared) const {
    return resident_blocks_per_sm(threads, dynamic_shared) * sms_.size();
  }

  void begin(Kernel& kernel) {
    INVARIANT("A kernel begins once, with none of its blocks.",
              kernel.blocks_started == 0);
    INVARIANT("A kernel begins on its own device.", kernel.device == number_);
    INVARIANT("Clusters divide the grid.", kernel.grid.x % kernel.cluster.x == 0 &&
                                               kernel.grid.y % kernel.cluster.y == 0 &&
                                               kernel.grid.z % kernel.cluster.z == 0);
    kernels_.push_back(&kernel);
  }
  void finish(Kernel& kernel);
  /// The kernels that have begun and not finished.
  const std::vector<Kernel*>& kernels() const { return kernels_; }

  /// Whether the kernel has a cluster left to start, and there is room for its blocks.
  /// All blocks of a cooperative launch start together, so of two such grids that need
  /// the whole device, one waits for the other.
  bool can_start_cluster(const Kernel& kernel) const;
  /// Makes a block of `block.kernel` resident.
  /// \pre there is room for it
  void admit(Block& block);
  void dismiss(Block& block);
  const std::vector<Block*>& resident() const { return resident_; }

  /// Whether this device's kernels may access the peer's memory, after
  /// cudaDeviceEnablePeerAccess.
  bool reaches(int peer) const { return reach() >> peer & 1; }
  /// The devices with memory that this device's kernels may access, a bit each.
  std::uint32_t reach() const { return peers_ | std::uint32_t{1} << number_; }
  void set_reaches(int peer, bool reaches) {
    INVARIANT("A peer is another device.", peer >= 0 && peer < 32 && peer != number_);
    const auto bit = std::uint32_t{1} << peer;
    peers_ = reaches ? peers_ | bit : peers_ & ~bit;
  }

  unsigned flags = 0;  ///< The flags that cudaSetDeviceFlags has set.

 private:
  struct Sm {
    int blocks = 0;
    std::size_t threads = 0;
    std::size_t shared = 0;
  };
  std::size_t shared_bytes(const Kernel& kernel) const {
    return static_shared_ + kernel.dynamic_shared;
  }
  /// The SM with the fewest blocks among those with room for a block of the kernel; -1 if
  /// there is none.
  int find_sm(const Kernel& kernel) const;

  int number_ = 0;
  std::uint32_t peers_ = 0;  ///< A bit for each peer.
  int blocks_per_sm_ = 0;
  std::size_t static_shared_ = 0;
  std::vector<Sm> sms_;
  std::vector<Kernel*> kernels_;
  std::vector<Block*> resident_;
};

}  // namespace gridlock::sim
