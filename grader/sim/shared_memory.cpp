#include "sim/shared_memory.h"

#include <cstring>

extern "C" {
alignas(1024) std::byte gridlock_dynamic_shared[gridlock::sim::kDynamicSharedMax];
}

namespace gridlock::sim {

namespace {

constexpr int kPoison = 0xCB;

/// Shared memory that nobody wrote holds garbage.
void extend(Block::Touched& touched, std::byte* place, std::size_t offset,
            std::size_t size) {
  const std::size_t end = offset + size;
  if (touched.low == touched.high) {
    std::memset(place + offset, kPoison, size);
    touched = {offset, end};
    return;
  }
  if (offset < touched.low) {
    std::memset(place + offset, kPoison, touched.low - offset);
    touched.low = offset;
  }
  if (end > touched.high) {
    std::memset(place + touched.high, kPoison, end - touched.high);
    touched.high = end;
  }
}

}  // namespace

void SharedMemory::start(Block& block) const {
  block.shared_bytes.resize(fixed_.size + block.kernel->dynamic_shared);
  block.touched_static = block.touched_dynamic = {};
  block.shared_shadow.base = (fixed_.base & ~std::uintptr_t{3}) + block.kernel->image;
  block.shared_shadow.cells = block.shared_cells;
  block.shared_shadow.forget();
  block.dynamic_shadow.base = reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared);
  block.dynamic_shadow.cells = block.shared_cells + fixed_.size / 4 + 4;
  block.dynamic_shadow.forget();
}

void SharedMemory::place(Block& block) {
  if (owner_ == &block) return;
  if (owner_) copy(*owner_, false);
  copy(block, true);
  owner_ = &block;
}

void SharedMemory::copy(Block& block, bool into_place) const {
  const auto copy = [&](const Block::Touched& touched, std::byte* place,
                        std::byte* kept) {
    const std::size_t bytes = touched.high - touched.low;
    if (bytes == 0) return;
    std::memcpy((into_place ? place : kept) + touched.low,
                (into_place ? kept : place) + touched.low, bytes);
  };
  copy(block.touched_static,
       reinterpret_cast<std::byte*>(fixed_.base + block.kernel->image),
       block.shared_bytes.data());
  copy(block.touched_dynamic, gridlock_dynamic_shared,
       block.shared_bytes.data() + fixed_.size);
}

ShadowRegion& SharedMemory::touch(Block& block, std::uintptr_t address,
                                  std::size_t size) {
  if (is_dynamic(address)) {
    const auto base = reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared);
    extend(block.touched_dynamic, gridlock_dynamic_shared, address - base, size);
    return block.dynamic_shadow;
  }
  const std::uintptr_t base = fixed_.base + block.kernel->image;
  extend(block.touched_static, reinterpret_cast<std::byte*>(base), address - base, size);
  return block.shared_shadow;
}

}  // namespace gridlock::sim
