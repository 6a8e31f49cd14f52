#include "sim/memory/pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "common/invariant.h"
#include "common/limits.h"

namespace gridlock::sim {

namespace {

/// The size of the file, which is mapped repeatedly.  A process may have 65,530 mappings:
/// with this size, eight devices of 16 GiB take half of them.
constexpr std::size_t kFileBytes = std::size_t{4} << 20;

constexpr std::uintptr_t kSystemPage = 4096;

constexpr int kPrivate = MAP_PRIVATE | MAP_NORESERVE;

/// Makes a sealed file that contains only this byte.  Returns a closed descriptor if the
/// system gives none.
Descriptor file_filled_with(int byte) {
  Descriptor file(memfd_create("filled", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file.get() < 0 || ftruncate(file.get(), kFileBytes) != 0) return {};
  void* const whole =
      mmap(nullptr, kFileBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (whole == MAP_FAILED) return {};
  std::memset(whole, byte, kFileBytes);
  munmap(whole, kFileBytes);
  // A program that finds the descriptor must not change the file.
  fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
  return file;
}

/// Calls madvise() for the pages of this size that lie in a range.
void advise(const void* begin, std::size_t bytes, std::uintptr_t page, int advice) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t from = (first + page - 1) & -page;
  const std::uintptr_t to = (first + bytes) & -page;
  if (from < to) madvise(reinterpret_cast<void*>(from), to - from, advice);
}

}  // namespace

void throw_no_memory(const char* what) {
  throw std::runtime_error(
      std::string("This machine gives the simulator no memory for ") + what + ".  " +
      tight_memory_limit(std::numeric_limits<std::uint64_t>::max()));
}

void* reserve_memory(std::size_t bytes, std::uintptr_t address) {
  void* memory = mmap(reinterpret_cast<void*>(address), bytes, PROT_READ | PROT_WRITE,
                      kPrivate | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw_no_memory("the addresses of simulated memory");
  return memory;
}

ReservedMemory::~ReservedMemory() { munmap(begin_, bytes_); }

void expect_use(const void* begin, std::size_t bytes) {
  advise(begin, bytes, std::uintptr_t{2} << 20, MADV_HUGEPAGE);
}

void give_back(const void* begin, std::size_t bytes) {
  advise(begin, bytes, kSystemPage, MADV_DONTNEED);
}

void clear(void* begin, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t end = first + bytes;
  const std::uintptr_t from = std::min(end, (first + kSystemPage - 1) & -kSystemPage);
  const std::uintptr_t to = std::max(from, end & -kSystemPage);
  INVARIANT("Exactly the requested bytes are cleared.",
            first <= from && from <= to && to <= end);
  std::memset(begin, 0, from - first);
  give_back(reinterpret_cast<void*>(from), to - from);
  std::memset(reinterpret_cast<void*>(to), 0, end - to);
}

bool map_zeros(void* begin, std::size_t bytes) {
  INVARIANT("Whole pages are mapped as zeros.",
            reinterpret_cast<std::uintptr_t>(begin) % kSystemPage == 0 &&
                bytes % kSystemPage == 0);
  return mmap(begin, bytes, PROT_READ | PROT_WRITE, kPrivate | MAP_ANONYMOUS | MAP_FIXED,
              -1, 0) != MAP_FAILED;
}

FilledPages::FilledPages(int byte) : file_(file_filled_with(byte)) {}

bool FilledPages::map(void* begin, std::size_t bytes) const {
  if (!file_.is_open()) return false;
  INVARIANT("Whole pages are mapped with a byte.",
            reinterpret_cast<std::uintptr_t>(begin) % kSystemPage == 0 &&
                bytes % kSystemPage == 0);
  auto* const first = static_cast<std::byte*>(begin);
  for (std::size_t done = 0; done < bytes; done += kFileBytes) {
    const std::size_t size = std::min(kFileBytes, bytes - done);
    if (mmap(first + done, size, PROT_READ | PROT_WRITE, kPrivate | MAP_FIXED,
             file_.get(), 0) == MAP_FAILED)
      return false;
  }
  return true;
}

}  // namespace gridlock::sim
