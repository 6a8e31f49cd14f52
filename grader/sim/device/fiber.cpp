#include "sim/device/fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

namespace gridlock::sim {

namespace {
constexpr std::size_t kStacksPerChunk = 64;
std::size_t page_bytes() {
  static const std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}
}  // namespace

Fiber* fiber_starting = nullptr;

void Fiber::trampoline(boost::context::detail::transfer_t arrival) {
  arrive_from(*static_cast<Fiber*>(arrival.data));
  static_cast<Fiber*>(arrival.data)->context_ = arrival.fctx;
  fiber_starting->entry_(fiber_starting->argument_);
  __builtin_trap();
}

Stack StackPool::take() {
  if (free_.empty()) grow();
  const Stack stack = free_.back();
  free_.pop_back();
  // What lies between two stacks stays closed.  One at a time: most executions need few,
  // and a process is forked for each.
  mprotect(stack.low, stack.size, PROT_READ | PROT_WRITE);
  return stack;
}

void StackPool::grow() {
  const std::size_t stride = stack_bytes_ + page_bytes();
  void* memory = mmap(nullptr, stride * kStacksPerChunk, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no memory for thread stacks");
  auto* chunk = static_cast<std::byte*>(memory);
  chunks_.push_back(chunk);
  for (std::size_t i = kStacksPerChunk; i-- > 0;)
    free_.push_back({chunk + i * stride + page_bytes(), stack_bytes_});
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
