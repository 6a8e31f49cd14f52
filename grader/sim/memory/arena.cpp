#include "sim/memory/arena.h"

#include <cstring>

namespace gridlock::sim {

namespace {

/// A larger allocation gets no large pages, neither for its cells nor when it is zeroed:
/// a process of a few gibibytes cannot touch all of it, and large pages would waste
/// memory around the parts in use.
constexpr std::size_t kUsedInPart = std::size_t{512} << 20;

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

Arena::Arena()
    : base_(rounded_up(reinterpret_cast<std::uintptr_t>(memory_.begin()), kChunk)) {
  shadow.base = base_;
  shadow.size = kBytes;
  shadow.cells = static_cast<Cell*>(cells_.begin());
  shadow.pages = static_cast<ShadowPage*>(pages_.begin());
}

std::array<Range, 4> Arena::bookkeeping() const {
  const auto range_of = [](const ReservedMemory& memory) {
    return Range{address_of(memory.begin()), memory.bytes()};
  };
  return {range_of(cells_), range_of(pages_), range_of(ids_), range_of(ids_of_chunks_)};
}

Arena::Place Arena::take(std::size_t size) {
  // Leaves one granule free behind each allocation, to detect an access past its end.
  const std::size_t bytes = (size / kGranule + 2) * kGranule;
  const bool is_large = size >= kSparseFrom && dense_used_ + size > kFilledAtOnce;
  const auto id = static_cast<std::uint32_t>(allocations_.size() + 1);
  Place place;
  INVARIANT("Small allocations begin at a granule, large ones at a chunk.",
            dense_used_ % kGranule == 0 && sparse_used_ % kChunk == 0);
  if (!is_large && bytes <= kDenseBytes - dense_used_) {
    INVARIANT("No granule is given out twice.", granules_[dense_used_ / kGranule] == 0);
    place = {dense_used_, bytes};
    std::fill_n(granules_ + dense_used_ / kGranule, bytes / kGranule, id);
    dense_used_ += bytes;
  } else if (bytes <= kSparseBytes - sparse_used_) {
    INVARIANT("No chunk is given out twice.", chunks_[sparse_used_ / kChunk] == 0);
    place = {kDenseBytes + sparse_used_, rounded_up(bytes, kChunk)};
    std::fill_n(chunks_ + sparse_used_ / kChunk, place.bytes / kChunk, id);
    sparse_used_ += place.bytes;
  }
  return place;
}

Allocation* Arena::allocate(std::size_t size, MemoryKind kind, int device,
                            std::uint64_t pc) {
  const std::size_t free =
      kind == MemoryKind::pinned ? kPinnedBytes - pinned_in_use_ : free_bytes(device);
  if (size > free) return nullptr;
  const Place place = take(size);
  if (place.bytes == 0) return nullptr;
  Allocation allocation;
  allocation.base = base_ + place.offset;
  allocation.size = size;
  allocation.kind = kind;
  allocation.device = device;
  allocation.created_at = pc;
  allocations_.push_back(allocation);
  in_use(allocation) += size;
  INVARIANT("The first and the last byte lead to their allocation.",
            at(allocation.base) == &allocations_.back() &&
                (size == 0 || at(allocation.base + size - 1) == &allocations_.back()));
  INVARIANT("A byte behind an allocation stays free.", place.bytes > size);
  INVARIANT(
      "Allocations have ascending addresses among those of their kind.",
      allocations_.size() < 2 ||
          is_sparse(allocations_.end()[-2].base) != is_sparse(allocation.base) ||
          allocations_.end()[-2].base + allocations_.end()[-2].size < allocation.base);
  if (size <= kUsedInPart)
    expect_use(shadow.cells + place.offset / 4, size / 4 * sizeof(Cell));
  if (!is_sparse(allocation.base))
    expect_use(reinterpret_cast<void*>(allocation.base), size);
  poison(allocation);
  return &allocations_.back();
}

void Arena::poison(const Allocation& allocation) {
  auto* const memory = reinterpret_cast<void*>(allocation.base);
  if (is_sparse(allocation.base) &&
      poisoned_.map(memory, rounded_up(allocation.size, kChunk)))
    return;
  std::memset(memory, kPoison, allocation.size);
}

void Arena::fill(void* to, int value, std::size_t size) {
  const auto first = reinterpret_cast<std::uintptr_t>(to);
  INVARIANT(
      "A fill stays in its allocation.",
      size == 0 || !contains(first) || (at(first) && at(first) == at(first + size - 1)));
  const std::uintptr_t from = rounded_up(first, kChunk);
  const std::uintptr_t end = (first + size) / kChunk * kChunk;
  if (value != 0 || !contains(first) || !is_sparse(first) || from >= end ||
      !map_zeros(reinterpret_cast<void*>(from), end - from)) {
    std::memset(to, value, size);
    return;
  }
  if (at(first)->size <= kUsedInPart)
    expect_use(reinterpret_cast<void*>(from), end - from);
  std::memset(to, 0, from - first);
  std::memset(reinterpret_cast<void*>(end), 0, first + size - end);
}

void Arena::note_free(Allocation& allocation, std::uint64_t pc) {
  INVARIANT("Memory is freed once.", !allocation.freed);
  INVARIANT("No more memory is freed than was in use.",
            in_use(allocation) >= allocation.size);
  allocation.freed = true;
  allocation.freed_at = pc;
  allocation.freed_before = allocations_.size();
  in_use(allocation) -= allocation.size;
}

void Arena::drop(const Allocation& freed) {
  INVARIANT("Only freed memory loses its contents.", freed.freed);
  auto* const memory = reinterpret_cast<void*>(freed.base);
  const bool is_mapped_anew =
      is_sparse(freed.base) && map_zeros(memory, rounded_up(freed.size, kChunk));
  if (!is_mapped_anew) give_back(memory, freed.size);
  forget_cells(freed.base, freed.size);
}

/// Empties the cells of some memory, and the pages of cells that lie in it.
void Arena::forget_cells(std::uintptr_t address, std::size_t bytes) {
  const std::size_t offset = address - base_;
  give_back(shadow.cells + offset / 4, (bytes + 3) / 4 * sizeof(Cell));
  const std::size_t first = rounded_up(offset, ShadowPage::kBytes) / ShadowPage::kBytes;
  const std::size_t end = (offset + bytes) / ShadowPage::kBytes;
  if (first < end) clear(shadow.pages + first, (end - first) * sizeof(ShadowPage));
}

void Arena::allocate_again(Allocation& allocation) {
  INVARIANT("Only freed memory is allocated again.",
            allocation.freed || allocation.freed_epoch != 0);
  allocation.freed = false;
  allocation.freed_epoch = 0;
  allocation.freed_before = std::numeric_limits<std::size_t>::max();
  in_use(allocation) += allocation.size;
  poison(allocation);
}

void Arena::free_all_of(int device, std::uint64_t pc) {
  for (Allocation& allocation : allocations_)
    if (allocation.device == device && !allocation.freed) note_free(allocation, pc);
}

void Arena::reset() {
  std::fill_n(granules_, dense_used_ / kGranule, 0);
  std::fill_n(chunks_, sparse_used_ / kChunk, 0);
  // Thousands of executions may follow a large one, so its pages are not all kept.
  constexpr std::size_t kKeep = std::size_t{64} << 20;
  const auto give_all_back = [&](std::size_t from, std::size_t bytes) {
    give_back(reinterpret_cast<void*>(base_ + from), bytes);
    forget_cells(base_ + from, bytes);
  };
  if (dense_used_ > kKeep) give_all_back(kKeep, dense_used_ - kKeep);
  if (sparse_used_ > 0) {
    map_zeros(reinterpret_cast<void*>(base_ + kDenseBytes), sparse_used_);
    give_all_back(kDenseBytes, sparse_used_);
  }
  dense_used_ = sparse_used_ = 0;
  pinned_in_use_ = 0;
  in_use_ = {};
  allocations_.clear();
  shadow.forget();
}

}  // namespace gridlock::sim
