#include "sim/device/host_stacks.h"

#include <sys/mman.h>

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
  if (used_ == taken_.size()) taken_.push_back(pool_.take());
  return taken_[used_++];
}

bool HostStacks::is_guard(std::uintptr_t address) const {
  return pool_.is_guard(address) ||
         address - reinterpret_cast<std::uintptr_t>(program_.low) < kGuardBytes;
}

}  // namespace gridlock::sim
