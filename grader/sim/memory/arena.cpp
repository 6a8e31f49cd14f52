#include "sim/memory/arena.h"

#include <sys/mman.h>

#include <cstring>
#include <stdexcept>

namespace gridlock::sim {

void* reserve_memory(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    throw std::runtime_error("the simulator could not reserve address space");
  return memory;
}

namespace {

/// Says that this much will be used: large pages make touching it for the first time
/// several times as fast.  It is a hint.
void expect_use(const void* begin, std::size_t bytes) {
  constexpr std::uintptr_t kLargePage = std::uintptr_t{2} << 20;
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t from = (first + kLargePage - 1) & -kLargePage;
  const std::uintptr_t to = (first + bytes) & -kLargePage;
  if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
}

/// Gives the pages back that lie in a range.  The next access finds zeros there.
void give_back(const void* begin, std::size_t bytes) {
  constexpr std::uintptr_t kPage = 4096;
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t from = (first + kPage - 1) & -kPage;
  const std::uintptr_t to = (first + bytes) & -kPage;
  if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
}

}  // namespace

Arena::Arena()
    : base_(reinterpret_cast<std::uintptr_t>(reserve_memory(kBytes))),
      granules_(static_cast<std::uint32_t*>(
          reserve_memory(kBytes / kGranule * sizeof(std::uint32_t)))) {
  shadow.base = base_;
  shadow.size = kBytes;
  shadow.cells = static_cast<Cell*>(reserve_memory(kBytes / 4 * sizeof(Cell)));
}

Allocation* Arena::allocate(std::size_t size, MemoryKind kind, int device,
                            std::uint64_t pc) {
  // One granule stays free behind each allocation, so that an access past its end is
  // detected.
  const std::size_t granules = size / kGranule + 2;
  const std::size_t bytes = granules * kGranule;
  if ((kind != MemoryKind::pinned && size > free_bytes(device)) || bytes > kBytes - used_)
    return nullptr;
  Allocation allocation;
  allocation.base = base_ + used_;
  allocation.size = size;
  allocation.kind = kind;
  allocation.device = device;
  allocation.created_at = pc;
  allocations_.push_back(allocation);
  const auto id = static_cast<std::uint32_t>(allocations_.size());
  std::uint32_t* first = granules_ + used_ / kGranule;
  for (std::size_t i = 0; i < granules; ++i) first[i] = id;
  used_ += bytes;
  if (kind != MemoryKind::pinned) in_use_[static_cast<std::size_t>(device)] += size;
  auto* const memory = reinterpret_cast<void*>(allocation.base);
  expect_use(memory, size);
  expect_use(shadow.cells + (allocation.base - shadow.base) / 4, size / 4 * sizeof(Cell));
  std::memset(memory, kPoison, size);
  return &allocations_.back();
}

void Arena::note_free(Allocation& allocation, std::uint64_t pc) {
  allocation.freed = true;
  allocation.freed_at = pc;
  allocation.freed_before = allocations_.size();
  if (allocation.kind != MemoryKind::pinned)
    in_use_[static_cast<std::size_t>(allocation.device)] -= allocation.size;
}

void Arena::drop(const Allocation& freed) {
  give_back(reinterpret_cast<const void*>(freed.base), freed.size);
  const std::size_t cells = (freed.size + 3) / 4;
  Cell* const first = shadow.cells + (freed.base - shadow.base) / 4;
  give_back(first, cells * sizeof(Cell));
}

void Arena::allocate_again(Allocation& allocation) {
  allocation.freed = false;
  allocation.freed_epoch = 0;
  allocation.freed_before = std::numeric_limits<std::size_t>::max();
  in_use_[static_cast<std::size_t>(allocation.device)] += allocation.size;
  std::memset(reinterpret_cast<void*>(allocation.base), kPoison, allocation.size);
}

void Arena::free_all_of(int device, std::uint64_t pc) {
  for (Allocation& allocation : allocations_)
    if (allocation.device == device && !allocation.freed) note_free(allocation, pc);
}

void Arena::reset() {
  std::memset(granules_, 0, used_ / kGranule * sizeof(std::uint32_t));
  // The pages of one large execution should not stay for the thousands that follow.
  constexpr std::size_t kKeep = std::size_t{64} << 20;
  if (used_ > kKeep) {
    madvise(reinterpret_cast<void*>(base_ + kKeep), used_ - kKeep, MADV_DONTNEED);
    madvise(shadow.cells + kKeep / 4, (used_ - kKeep) / 4 * sizeof(Cell), MADV_DONTNEED);
  }
  used_ = 0;
  in_use_ = {};
  allocations_.clear();
  shadow.forget();
}

}  // namespace gridlock::sim
