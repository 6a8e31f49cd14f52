// Memory that a whole program maps: new, private, and to be read and written.  So it is
// no more than memory that malloc returns, except that it begins at a page, holds zeros,
// and may be given back in parts.  It lies where the system likes: a hint is ignored, as
// it may be.
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

/// The mapped ranges: the end of each, by its beginning.
std::map<std::uintptr_t, std::uintptr_t>& mappings() {
  static std::map<std::uintptr_t, std::uintptr_t> ranges;
  return ranges;
}

/// Rounded up to whole pages; 0 if that is too large for a number.
std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

bool is_new_memory(int protection, int flags, int file, off_t offset) {
  // These two change nothing that a program could see.
  constexpr int kHints = MAP_NORESERVE | MAP_POPULATE;
  return protection == (PROT_READ | PROT_WRITE) &&
         (flags & ~kHints) == (MAP_PRIVATE | MAP_ANONYMOUS) && file == -1 && offset == 0;
}

/// Forgets the range.  False if it does not lie in one mapping.
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

/// Ends the execution because of the call; in the constructor of a global object, where
/// none runs, the call fails.
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
