#include "sim/device/host_stacks.h"

#include <sys/mman.h>

#include <algorithm>

#include "sim/memory/arena.h"

namespace gridlock::sim {

namespace {
constexpr std::size_t kProgramBytes = std::size_t{8} << 20;
constexpr std::size_t kFunctionBytes = 256 * 1024;
constexpr std::size_t kGuardBytes = 4096;
}  // namespace

HostStacks::HostStacks()
    : program_{static_cast<std::byte*>(reserve_memory(kProgramBytes)), kProgramBytes},
      pool_(kFunctionBytes) {
  mprotect(program_.low, kGuardBytes, PROT_NONE);
}

Stack HostStacks::take() {
  INVARIANT("No more stacks of streams are in use than were taken.",
            used_ <= taken_.size());
  if (used_ == taken_.size()) taken_.push_back(pool_.take());
  return taken_[used_++];
}

Stack HostStacks::take_for_thread() {
  if (free_for_threads_.empty()) {
    for_threads_.push_back(
        {static_cast<std::byte*>(reserve_memory(kProgramBytes)), kProgramBytes});
    mprotect(for_threads_.back().low, kGuardBytes, PROT_NONE);
    free_for_threads_.push_back(for_threads_.back());
  }
  const Stack stack = free_for_threads_.back();
  free_for_threads_.pop_back();
  return stack;
}

bool HostStacks::is_guard(std::uintptr_t address) const {
  const auto guards = [&](const Stack& stack) {
    return address - reinterpret_cast<std::uintptr_t>(stack.low) < kGuardBytes;
  };
  return pool_.is_guard(address) || guards(program_) ||
         std::any_of(for_threads_.begin(), for_threads_.end(), guards);
}

bool HostStacks::holds(std::uintptr_t address) const {
  const auto has = [&](const Stack& stack) {
    return address - reinterpret_cast<std::uintptr_t>(stack.low) < stack.size;
  };
  return has(program_) || std::any_of(taken_.begin(), taken_.end(), has) ||
         std::any_of(for_threads_.begin(), for_threads_.end(), has);
}

}  // namespace gridlock::sim
