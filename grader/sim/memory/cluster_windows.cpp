#include "sim/memory/cluster_windows.h"

#include <sys/mman.h>

#include <cstring>
#include <set>
#include <stdexcept>
#include <vector>

#include "common/invariant.h"

namespace gridlock::sim {

namespace {

constexpr std::size_t kPage = 4096;

std::size_t whole_pages(std::size_t bytes) { return (bytes + kPage - 1) & ~(kPage - 1); }

void* require(void* mapped) {
  if (mapped == MAP_FAILED)
    throw std::runtime_error("no memory for the windows of a cluster");
  return mapped;
}

/// Makes these pages shareable, so that they can be mapped a second time.  They keep
/// their contents.
void make_shareable(const Range& pages) {
  static std::set<std::uintptr_t> shareable;  // Per process, because pages are.
  if (!shareable.insert(pages.base).second) return;
  auto* const place = reinterpret_cast<std::byte*>(pages.base);
  const std::vector<std::byte> held(place, place + pages.size);
  require(mmap(place, pages.size, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
  std::memcpy(place, held.data(), held.size());
}

}  // namespace

ClusterWindows::~ClusterWindows() {
  if (size_ != 0) munmap(reinterpret_cast<void*>(base_), size_);
}

std::size_t ClusterWindows::stride() const {
  return whole_pages(pages_[0].size) + whole_pages(pages_[1].size);
}

void ClusterWindows::open() {
  INVARIANT("Windows are opened once.", size_ == 0);
  INVARIANT("What is shown begins at a page.",
            (pages_[0].size == 0 || pages_[0].base % kPage == 0) &&
                pages_[1].base % kPage == 0);
  const std::size_t size = stride() * kClusterMax;
  void* const reserved = require(
      mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  auto* window = static_cast<std::byte*>(reserved);
  for (const Range& range : pages_)
    if (range.size != 0) make_shareable({range.base, whole_pages(range.size)});
  for (unsigned rank = 0; rank < kClusterMax; ++rank)
    for (const Range& range : pages_) {
      const std::size_t bytes = whole_pages(range.size);
      // An old size of 0 maps the same pages a second time.
      if (bytes != 0)
        require(mremap(reinterpret_cast<void*>(range.base), 0, bytes,
                       MREMAP_MAYMOVE | MREMAP_FIXED, window));
      window += bytes;
    }
  base_ = reinterpret_cast<std::uintptr_t>(reserved);
  size_ = size;
  INVARIANT("The windows fill the addresses that they have.",
            reinterpret_cast<std::uintptr_t>(window) == base_ + size_);
}

std::uintptr_t ClusterWindows::address_of(std::uintptr_t home, unsigned rank) {
  INVARIANT("A rank is below the number of blocks of a cluster.", rank < kClusterMax);
  INVARIANT("A window shows shared memory only.",
            pages_[0].contains(home) || pages_[1].contains(home));
  if (size_ == 0) open();
  const std::uintptr_t window = base_ + rank * stride();
  return pages_[0].contains(home)
             ? window + (home - pages_[0].base)
             : window + whole_pages(pages_[0].size) + (home - pages_[1].base);
}

ClusterWindows::Seen ClusterWindows::seen_through(std::uintptr_t address) const {
  INVARIANT("Addresses that are seen through a window lie in one.", contains(address));
  const std::size_t offset = (address - base_) % stride();
  const std::size_t first = whole_pages(pages_[0].size);
  return {static_cast<unsigned>((address - base_) / stride()),
          offset < first ? pages_[0].base + offset : pages_[1].base + (offset - first)};
}

}  // namespace gridlock::sim
