#include "sim/device/builtins.h"

namespace {
struct Triple {
  unsigned x, y, z;
};
}  // namespace

// Defined under the names that programs use.  Their types have the layout of CUDA's.
extern "C" {
Triple gridlock_thread_index __asm__("threadIdx");
Triple gridlock_block_index __asm__("blockIdx");
Triple gridlock_block_extent __asm__("blockDim");
Triple gridlock_grid_extent __asm__("gridDim");
int gridlock_warp_size __asm__("warpSize") = 32;
}

namespace gridlock::sim {

namespace {
void set(Triple& triple, const Dim3& value) { triple = {value.x, value.y, value.z}; }
}  // namespace

void set_builtins(const Thread& thread) {
  if (!thread.block) return;
  set(gridlock_thread_index, thread.index);
  set(gridlock_block_index, thread.block->index);
  set(gridlock_block_extent, thread.block->kernel->block);
  set(gridlock_grid_extent, thread.block->kernel->grid);
}

std::vector<Range> builtins() {
  const auto range_of = [](const auto& variable) {
    return Range{reinterpret_cast<std::uintptr_t>(&variable), sizeof variable};
  };
  return {range_of(gridlock_thread_index), range_of(gridlock_block_index),
          range_of(gridlock_block_extent), range_of(gridlock_grid_extent),
          range_of(gridlock_warp_size)};
}

}  // namespace gridlock::sim
