// Memory that a whole program maps: only private, anonymous, readable and writable
// mappings.  Such memory differs from malloc's only in that it begins at a page, is
// zeroed, and can be unmapped in parts.  An address hint is ignored, as POSIX allows.
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <map>

#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/library_calls.h"
#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {
namespace {

/// The mapped ranges: beginning and end of each.
std::map<std::uintptr_t, std::uintptr_t>& mappings() {
  static std::map<std::uintptr_t, std::uintptr_t> ranges;
  return ranges;
}

/// The size, rounded up to whole pages; 0 if the result overflows.
std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

bool is_new_memory(int protection, int flags, int file, off_t offset) {
  // These two flags change nothing that a program could see.
  constexpr int kHints = MAP_NORESERVE | MAP_POPULATE;
  return protection == (PROT_READ | PROT_WRITE) &&
         (flags & ~kHints) == (MAP_PRIVATE | MAP_ANONYMOUS) && file == -1 && offset == 0;
}

/// Removes the range from the mappings.  Returns false if it does not lie within one
/// mapping.
bool forget(std::uintptr_t begin, std::size_t bytes) {
  auto after = mappings().upper_bound(begin);
  if (after == mappings().begin()) return false;
  const auto [first, end] = *--after;
  if (begin >= end || bytes > end - begin) return false;
  mappings().erase(after);
  if (first < begin) mappings()[first] = begin;
  if (begin + bytes < end) mappings()[begin + bytes] = end;
  return true;
}

/// Reports the call, which ends the execution.  In a constructor of a global object,
/// where no execution has begun, lets the call fail.
int refuse(gridlock::Misuse::Kind what, const void* from) {
  if (machine->current()) machine->report_misuse(what, pc_of(from));
  errno = EINVAL;
  return -1;
}

}  // namespace
}  // namespace gridlock::sim

using namespace gridlock::sim;

extern "C" {

void* __wrap_mmap(void*, std::size_t bytes, int protection, int flags, int file,
                  off_t offset) {
  LibraryCall("mmap", GRIDLOCK_FROM, GRIDLOCK_FRAME).is_for_hosts();
  if (!is_new_memory(protection, flags, file, offset)) {
    refuse(gridlock::Misuse::Kind::maps_other_than_new_memory, GRIDLOCK_FROM);
    return MAP_FAILED;
  }
  void* const mapped =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return mapped;
  const auto begin = reinterpret_cast<std::uintptr_t>(mapped);
  mappings()[begin] = begin + whole_pages(bytes);
  return mapped;
}

int __wrap_munmap(void* address, std::size_t bytes) {
  LibraryCall("munmap", GRIDLOCK_FROM, GRIDLOCK_FRAME).is_for_hosts();
  using Kind = gridlock::Misuse::Kind;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const std::size_t size = whole_pages(bytes);
  if (machine->memory.registered.meets({begin, size}))
    return refuse(Kind::unmaps_registered_memory, GRIDLOCK_FROM);
  if (begin != whole_pages(begin) || size == 0 || !forget(begin, size))
    return refuse(Kind::unmaps_what_is_not_mapped, GRIDLOCK_FROM);
  return ::munmap(address, size);
}

}  // extern "C"
