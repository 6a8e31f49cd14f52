// The heap of the simulator's own code: what it allocates with `new` lies in one range of
// addresses, which code under test may not write.  What code under test and libraries
// allocate lies in the C library's heap.
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

#include "common/invariant.h"
#include "sim/memory/own_memory.h"
#include "sim/memory/pages.h"

extern char __executable_start, etext;  // NOLINT: the linker's names for our code.

namespace gridlock::sim {

namespace {

/// Several OS threads may use the heap, as in tests.
class OwnHeap {
 public:
  void* take(std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    const Fitting fitting = fitting_for(bytes);
    INVARIANT("A block has room for what was asked for.", fitting.size >= bytes);
    INVARIANT("Each size of blocks has a list.", fitting.kind < free_.size());
    INVARIANT("Blocks are aligned as new promises.", fitting.size % 16 == 0);
    Block*& first = free_[fitting.kind];
    // Host code may have changed a list of its heap: a fault would leave mutex_ locked.
    if (first && !has_given_out(first, fitting.size)) throw std::bad_alloc();
    INVARIANT("A list of free blocks holds blocks of one size.",
              !first || first->size == fitting.size);
    if (first) return std::exchange(first, first->next) + 1;
    auto* const block = static_cast<Block*>(advance(sizeof(Block) + fitting.size));
    block->size = fitting.size;
    return block + 1;
  }
  /// Returns false if the memory cannot be a block's.
  bool give_back(void* memory) {
    constexpr std::size_t kMuch = std::size_t{32} << 20;
    const std::scoped_lock lock(mutex_);
    Block* const block = static_cast<Block*>(memory) - 1;
    // Host code may have changed the block's size; memory outside the heap is not freed.
    if (!has_given_out(block, 0) || !has_given_out(block, block->size)) return false;
    INVARIANT("A block that comes back has a size that the heap gives out.",
              fitting_for(block->size).size == block->size);
    INVARIANT("A block comes back once.", free_[fitting_for(block->size).kind] != block);
    if (block->size >= kMuch) sim::give_back(memory, block->size);
    block->next = std::exchange(free_[fitting_for(block->size).kind], block);
    return true;
  }
  void* take_pages(std::size_t bytes) {
    constexpr std::size_t kPage = 4096;
    const std::scoped_lock lock(mutex_);
    used_ = (used_ + kPage - 1) & -kPage;
    return advance(bytes);
  }
  Range range() {
    const std::scoped_lock lock(mutex_);
    return reserved();
  }
  /// The first call notes what the heap holds, and later calls restore that.  Nothing can
  /// then be found of what was allocated in between.
  void begin_anew() {
    constexpr std::size_t kMuch = std::size_t{8} << 20;
    const std::scoped_lock lock(mutex_);
    if (!kept_.contents) {
      kept_ = {used_, free_, static_cast<std::byte*>(::operator new(used_ + 1))};
      make_same(kept_.contents, begin_, used_);
    }
    INVARIANT("The heap keeps what it held at first.", kept_.used <= used_);
    const std::size_t more = used_ - kept_.used;
    if (more < kMuch) std::memset(begin_ + kept_.used, 0, more);
    if (more >= kMuch) clear(begin_ + kept_.used, more);
    make_same(begin_, kept_.contents, kept_.used);
    used_ = kept_.used;
    free_ = kept_.free;
  }

 private:
  /// Copies the pages that differ: most of a large array may be untouched zeros.
  static void make_same(std::byte* to, const std::byte* from, std::size_t bytes) {
    constexpr std::size_t kPage = 4096;
    for (std::size_t at = 0; at < bytes; at += kPage) {
      const std::size_t size = std::min(kPage, bytes - at);
      if (std::memcmp(to + at, from + at, size) != 0)
        std::memcpy(to + at, from + at, size);
    }
  }
  /// The header in front of a block's memory.
  struct Block {
    std::size_t size;
    Block* next;  ///< The next free block of this size.
  };
  struct Fitting {
    std::size_t size, kind;
  };
  static constexpr std::size_t kBytes = std::size_t{1} << 40;

  /// The size of a block for this many bytes: up to 1,024 a multiple of 16; above, one of
  /// four steps between a power of two and the next.
  static Fitting fitting_for(std::size_t bytes) {
    constexpr std::size_t kStep = 16, kLinear = 64;
    if (bytes <= kStep * kLinear) {
      const std::size_t steps = (bytes + kStep - 1) / kStep;
      return {steps * kStep, steps};
    }
    if (bytes > kBytes) throw std::bad_alloc();
    const auto width = static_cast<std::size_t>(std::bit_width(bytes - 1));
    const std::size_t quarter = std::size_t{1} << (width - 3);
    const std::size_t quarters = (bytes + quarter - 1) / quarter;
    return {quarters * quarter, kLinear + (width - 11) * 4 + quarters - 4};
  }

  /// The heap's range; empty if a limit on memory leaves no room.  Does not throw,
  /// because an exception itself needs memory.
  Range reserved() {
    if (!was_asked_) {
      void* const memory = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory != MAP_FAILED) begin_ = static_cast<std::byte*>(memory);
      was_asked_ = true;
    }
    return {address_of(begin_), begin_ ? kBytes : 0};
  }

  /// Whether a block of this size could lie here.
  bool has_given_out(const Block* block, std::size_t size) const {
    return size <= used_ && Range{address_of(begin_), used_}.contains(
                                address_of(block), sizeof(Block) + size);
  }

  void* advance(std::size_t bytes) {
    const Range all = reserved();
    INVARIANT("The heap uses no more than it has.", used_ <= all.size);
    if (bytes > all.size - used_) throw std::bad_alloc();
    return begin_ + std::exchange(used_, used_ + bytes);
  }

  std::mutex mutex_;
  bool was_asked_ = false;
  std::byte* begin_ = nullptr;
  std::size_t used_ = 0;
  std::array<Block*, 192> free_{};
  struct {
    std::size_t used = 0;
    std::array<Block*, 192> free{};
    std::byte* contents = nullptr;
  } kept_;
};

constinit OwnHeap heap, heap_of_host, heap_of_scenarios;
bool has_host_heap = false;

}  // namespace

Range own_heap() { return heap.range(); }

Range host_heap(bool of_scenarios) {
  if (!has_host_heap) return {};
  return (of_scenarios ? heap_of_scenarios : heap_of_host).range();
}
void keep_host_heap(bool of_lab) {
  has_host_heap =
      of_lab && heap_of_host.range().size > 0 && heap_of_scenarios.range().size > 0;
}

void begin_host_heaps_anew() {
  if (!has_host_heap) return;
  for (OwnHeap* each : {&heap_of_host, &heap_of_scenarios}) each->begin_anew();
}

void* take_for_host(std::size_t bytes, bool for_scenarios) try {
  if (!has_host_heap) return std::malloc(bytes);
  return (for_scenarios ? heap_of_scenarios : heap_of_host).take(bytes);
} catch (const std::bad_alloc&) {
  return nullptr;
}

bool release_for_host(void* memory, bool by_scenarios) {
  constexpr std::uintptr_t kHeader = 16;
  for (OwnHeap* each : {&heap_of_host, &heap_of_scenarios}) {
    if (!memory || !each->range().contains(address_of(memory) - kHeader)) continue;
    if (each == &heap_of_scenarios && !by_scenarios) return false;
    return each->give_back(memory);
  }
  if (memory && has_host_heap) return false;
  std::free(memory);
  return true;
}

bool is_own_code(std::uintptr_t address) {
  return address_of(&__executable_start) <= address && address < address_of(&etext);
}

void* own_pages(std::size_t bytes) { return heap.take_pages(bytes); }

}  // namespace gridlock::sim

#if !defined(__SANITIZE_ADDRESS__)  // The address sanitizer has a heap of its own.

namespace {

void* allocate(std::size_t bytes, const void* caller) {
  using namespace gridlock::sim;
  if (is_own_code(address_of(caller)) && own_heap().size > 0) return heap.take(bytes);
  if (void* const memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}

void release(void* memory) {
  using namespace gridlock::sim;
  if (own_heap().contains(address_of(memory)))
    heap.give_back(memory);
  else
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) {
  return allocate(bytes, __builtin_return_address(0));
}
void* operator new[](std::size_t bytes) {
  return allocate(bytes, __builtin_return_address(0));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }

#endif
