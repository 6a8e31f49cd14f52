#include "sim/device/device.h"

#include <algorithm>
#include <numeric>

namespace gridlock::sim {

namespace {
constexpr std::size_t kThreadsPerSm = 2048;
constexpr std::size_t kSharedPerSm = 228 * 1024;
}  // namespace

void Device::reset(int number, const DeviceModel& model, std::size_t static_shared) {
  number_ = number;
  peers_ = 0;
  flags = 0;
  blocks_per_sm_ = model.blocks_per_sm;
  static_shared_ = static_shared;
  sms_.assign(static_cast<std::size_t>(model.sms + number), Sm{});
  kernels_.clear();
  resident_.clear();
}

std::size_t Device::resident_blocks_per_sm(std::size_t threads,
                                           std::size_t dynamic_shared) const {
  const std::size_t shared = dynamic_shared + static_shared_;
  std::size_t blocks = static_cast<std::size_t>(blocks_per_sm_);
  blocks = std::min(blocks, kThreadsPerSm / std::max<std::size_t>(threads, 1));
  if (shared) blocks = std::min(blocks, kSharedPerSm / shared);
  return blocks;
}

int Device::find_sm(const Kernel& kernel) const {
  const std::size_t threads = kernel.block.count();
  const std::size_t shared = shared_bytes(kernel);
  int best = -1;
  for (int i = 0; i < static_cast<int>(sms_.size()); ++i) {
    const Sm& sm = sms_[static_cast<std::size_t>(i)];
    if (sm.blocks >= blocks_per_sm_ || sm.threads + threads > kThreadsPerSm ||
        sm.shared + shared > kSharedPerSm)
      continue;
    if (best < 0 || sm.blocks < sms_[static_cast<std::size_t>(best)].blocks) best = i;
  }
  return best;
}

bool Device::can_start_cluster(const Kernel& kernel) const {
  INVARIANT("A grid starts no more blocks than it has.",
            kernel.blocks_started <= kernel.grid.count());
  const std::uint64_t left = kernel.grid.count() - kernel.blocks_started;
  if (left == 0) return false;
  const std::uint64_t together =
      kernel.cooperative && !kernel.blocks_started ? left : kernel.cluster.count();
  if (together == 1) return find_sm(kernel) >= 0;
  const std::size_t threads = kernel.block.count();
  const std::size_t shared = shared_bytes(kernel);
  std::uint64_t places = 0;
  for (const Sm& sm : sms_) {
    INVARIANT("No SM holds more blocks, threads or shared memory than it can.",
              sm.blocks <= blocks_per_sm_ && sm.threads <= kThreadsPerSm &&
                  sm.shared <= kSharedPerSm);
    std::size_t blocks = static_cast<std::size_t>(blocks_per_sm_ - sm.blocks);
    blocks = std::min(blocks, (kThreadsPerSm - sm.threads) / threads);
    if (shared) blocks = std::min(blocks, (kSharedPerSm - sm.shared) / shared);
    places += blocks;
  }
  return places >= together;
}

void Device::finish(Kernel& kernel) {
  INVARIANT("A kernel ends when all of its blocks have ended.",
            kernel.blocks_finished == kernel.grid.count());
  INVARIANT("A kernel that ends has begun.", std::ranges::count(kernels_, &kernel) == 1);
  kernels_.erase(std::ranges::find(kernels_, &kernel));
}

void Device::admit(Block& block) {
  const Kernel& kernel = *block.kernel;
  block.sm = find_sm(kernel);
  INVARIANT("A block starts only where there is a place for it.", block.sm >= 0);
  Sm& sm = sms_[static_cast<std::size_t>(block.sm)];
  ++sm.blocks;
  sm.threads += kernel.block.count();
  sm.shared += shared_bytes(kernel);
  resident_.push_back(&block);
  INVARIANT("The resident blocks are those that have places.",
            static_cast<int>(resident_.size()) ==
                std::accumulate(sms_.begin(), sms_.end(), 0, [](int sum, const Sm& each) {
                  return sum + each.blocks;
                }));
}

void Device::dismiss(Block& block) {
  const Kernel& kernel = *block.kernel;
  Sm& sm = sms_[static_cast<std::size_t>(block.sm)];
  INVARIANT("A block leaves the SM on which it has a place.",
            sm.blocks > 0 && sm.threads >= kernel.block.count() &&
                sm.shared >= shared_bytes(kernel));
  INVARIANT("A block that leaves is resident.",
            std::ranges::count(resident_, &block) == 1);
  --sm.blocks;
  sm.threads -= kernel.block.count();
  sm.shared -= shared_bytes(kernel);
  resident_.erase(std::ranges::find(resident_, &block));
}

}  // namespace gridlock::sim
