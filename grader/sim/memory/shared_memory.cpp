#include "sim/memory/shared_memory.h"

#include <bit>
#include <cstring>

#include "sim/memory/own_memory.h"

extern "C" {
alignas(4096) std::byte gridlock_dynamic_shared[gridlock::sim::kDynamicSharedInPages];
}

namespace gridlock::sim {

namespace {

constexpr int kPoison = 0xCB;

/// Extends what the block has touched.  Bytes that are new in it hold garbage.
void extend(BlockShared::Touched& touched, std::byte* place, std::size_t offset,
            std::size_t size) {
  const std::size_t end = offset + size;
  INVARIANT("What a block has touched is a range.", touched.low <= touched.high);
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

void BlockShared::provide_cells(std::size_t bytes) {
  const std::size_t needed = bytes / 4 + 8;
  if (needed <= cells_room) return;
  // These pages are never freed.  As sizes double, a block leaves no more pages behind
  // than it has.
  cells_room = std::bit_ceil(needed);
  cells = static_cast<Cell*>(own_pages(cells_room * sizeof(Cell)));
}

void SharedMemory::note_usual(BlockShared& block, const Range& variable) {
  INVARIANT("Accesses are usual to the block whose memory is in place.",
            owner_ == &block);
  const bool dynamic = is_dynamic(variable.base);
  const BlockShared::Touched& touched =
      dynamic ? block.touched_dynamic : block.touched_fixed;
  const std::uintptr_t place =
      dynamic ? reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared)
              : fixed_.base + block.image;
  const std::uintptr_t begin = std::max(variable.base, place + touched.low);
  const std::uintptr_t end =
      std::min(variable.base + variable.size, place + touched.high);
  if (begin >= end) return;
  usual_[1] = usual_[0];
  usual_[0] = {{begin, end - begin}, dynamic ? &block.dynamic : &block.fixed};
}

void SharedMemory::start(BlockShared& block, std::uintptr_t image,
                         std::size_t dynamic_bytes) const {
  INVARIANT("A block that starts has no memory in place.", owner_ != &block);
  INVARIANT("A block has cells for its shared memory.",
            (fixed_.size + dynamic_bytes) / 4 + 8 <= block.cells_room);
  INVARIANT("A launch asks for no more shared memory than a block can have.",
            dynamic_bytes <= kDynamicSharedMax);
  block.image = image;
  block.dynamic_bytes = dynamic_bytes;
  block.bytes.resize(fixed_.size + dynamic_bytes);
  block.touched_fixed = block.touched_dynamic = {};
  block.words.forget();
  block.fixed_begin = fixed_.base + block.image;
  block.fixed.base = (fixed_.base & ~std::uintptr_t{3}) + block.image;
  block.fixed.cells = block.cells;
  block.fixed.forget();
  block.dynamic.base = reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared);
  block.dynamic.cells = block.cells + fixed_.size / 4 + 4;
  block.dynamic.forget();
}

void SharedMemory::place(BlockShared& block) {
  if (owner_ == &block) return;
  if (owner_) copy(*owner_, false);
  copy(block, true);
  INVARIANT("A block expects its memory in the image of its device.",
            block.fixed_begin == fixed_.base + block.image);
  owner_ = &block;
  usual_ = {};
}

ClusterWindows::Seen SharedMemory::seen_through_window(std::uintptr_t address) const {
  const auto found =
      std::find_if(windows_.begin(), windows_.end(),
                   [=](const auto& each) { return each->contains(address); });
  INVARIANT("Memory of another block is seen only through a window.",
            found != windows_.end());
  return (*found)->seen_through(address);
}

std::uintptr_t SharedMemory::address_in_window(std::uintptr_t address, unsigned rank,
                                               std::uintptr_t image) {
  INVARIANT("Only shared memory is seen by other blocks.", contains(address, image));
  const Range fixed{fixed_.base + image, fixed_.size};
  auto found = std::find_if(windows_.begin(), windows_.end(),
                            [&](const auto& each) { return each->is_onto(fixed); });
  if (found == windows_.end()) {
    const Range dynamic{reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared),
                        kDynamicSharedMax};
    windows_.push_back(
        std::make_unique<ClusterWindows>(std::array<Range, 2>{fixed, dynamic}));
    found = windows_.end() - 1;
  }
  return (*found)->address_of(address, rank);
}

void SharedMemory::copy(BlockShared& block, bool into_place) const {
  INVARIANT("A block keeps aside what it has touched, and no more.",
            block.touched_fixed.high <= fixed_.size &&
                fixed_.size + block.touched_dynamic.high <= block.bytes.size());
  const auto copy = [&](const BlockShared::Touched& touched, std::byte* place,
                        std::byte* kept) {
    const std::size_t bytes = touched.high - touched.low;
    if (bytes == 0) return;
    std::memcpy((into_place ? place : kept) + touched.low,
                (into_place ? kept : place) + touched.low, bytes);
  };
  copy(block.touched_fixed, reinterpret_cast<std::byte*>(fixed_.base + block.image),
       block.bytes.data());
  copy(block.touched_dynamic, gridlock_dynamic_shared, block.bytes.data() + fixed_.size);
}

ShadowRegion& SharedMemory::touch(BlockShared& block, std::uintptr_t address,
                                  std::size_t size) {
  INVARIANT("A block touches memory that is in place.", owner_ == &block);
  if (is_dynamic(address)) {
    const auto base = reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared);
    INVARIANT("A block touches the dynamic memory that its launch asked for.",
              address - base + size <= block.dynamic_bytes);
    extend(block.touched_dynamic, gridlock_dynamic_shared, address - base, size);
    return block.dynamic;
  }
  const std::uintptr_t base = fixed_.base + block.image;
  INVARIANT("A block touches shared variables of its module.",
            address - base < fixed_.size && size <= fixed_.size - (address - base));
  extend(block.touched_fixed, reinterpret_cast<std::byte*>(base), address - base, size);
  return block.fixed;
}

}  // namespace gridlock::sim
