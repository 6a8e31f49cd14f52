#include "sim/device/fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#include "sim/memory/pages.h"

namespace gridlock::sim {

namespace {
constexpr std::size_t kStacksPerChunk = 64;
/// How many stacks have a guard page of their own.  A guard page splits a mapping in two,
/// and a process may have 65,530 mappings.
constexpr std::size_t kGuardedMax = 16'384;

std::size_t page_bytes() {
  static const std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}
}  // namespace

Fiber* fiber_starting = nullptr;

void Fiber::trampoline(boost::context::detail::transfer_t arrival) {
  arrive_from(*static_cast<Fiber*>(arrival.data));
  static_cast<Fiber*>(arrival.data)->context_ = arrival.fctx;
  INVARIANT("The fiber that starts runs on its own stack.",
            fiber_starting->has(__builtin_frame_address(0)));
  fiber_starting->entry_(fiber_starting->argument_);
  __builtin_trap();
}

void StackPool::open_another() {
  const std::size_t stride = stack_bytes_ + page_bytes();
  const std::size_t number = opened_ % kStacksPerChunk;
  if (number == 0) {
    void* chunk = mmap(nullptr, stride * kStacksPerChunk, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (chunk == MAP_FAILED) throw_no_memory("the stacks of threads");
    chunks_.push_back(static_cast<std::byte*>(chunk));
  }
  std::byte* const guard = chunks_.back() + number * stride;
  std::byte* const low = guard + page_bytes();
  INVARIANT("A stack begins at a page, and its guard is one.",
            reinterpret_cast<std::uintptr_t>(low) % page_bytes() == 0);
  // Stacks are opened one at a time: most executions need few, and each runs in a forked
  // process.  From kGuardedMax on, the guard is made accessible too, so an infinite
  // recursion overflows into the stacks below, up to the first guard of the chunk.
  std::byte* const from = number == 0 || opened_ < kGuardedMax ? low : guard;
  const auto bytes = static_cast<std::size_t>(low - from) + stack_bytes_;
  if (mprotect(from, bytes, PROT_READ | PROT_WRITE) != 0)
    throw_no_memory("the stack of another thread");
  ++opened_;
  free_.push_back({low, stack_bytes_});
}

bool StackPool::is_guard(std::uintptr_t address) const {
  const std::size_t stride = stack_bytes_ + page_bytes();
  for (const std::byte* chunk : chunks_) {
    const std::uintptr_t offset = address - reinterpret_cast<std::uintptr_t>(chunk);
    if (offset < stride * kStacksPerChunk) return offset % stride < page_bytes();
  }
  return false;
}

}  // namespace gridlock::sim
