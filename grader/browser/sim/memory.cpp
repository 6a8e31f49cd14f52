// Memory where there are no pages to map: linear memory only grows, and is used again
// when a simulation has ended.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "checker/worker_process.h"
#include "sim/memory/cluster_windows.h"
#include "sim/memory/own_memory.h"
#include "sim/memory/pages.h"

namespace gridlock::sim {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kUnit = 65536;  ///< WebAssembly counts memory in these.
/// Linear memory grows by this.  Each growth has V8 collect garbage, as if the memory in
/// use were new.
constexpr std::size_t kGrowth = 32 << 20;

/// A piece of memory, counted in pages; `pieces` is in the order of their addresses.
struct Piece {
  std::size_t begin;
  std::size_t pages;
  bool used;
};
std::vector<Piece> pieces;

/// The smallest free piece that is large enough, cut to size; null if there is none.
Piece* take_again(std::size_t pages) {
  auto best = pieces.end();
  for (auto piece = pieces.begin(); piece != pieces.end(); ++piece)
    if (!piece->used && piece->pages >= pages &&
        (best == pieces.end() || piece->pages < best->pages))
      best = piece;
  if (best == pieces.end()) return nullptr;
  const Piece rest{best->begin + pages, best->pages - pages, false};
  *best = {best->begin, pages, true};
  return rest.pages == 0 ? &*best : &*pieces.insert(best + 1, rest) - 1;
}

void free_all() {
  std::vector<Piece> joined;
  for (const Piece& piece : pieces)
    if (!joined.empty() && joined.back().begin + joined.back().pages == piece.begin)
      joined.back().pages += piece.pages;
    else
      joined.push_back({piece.begin, piece.pages, false});
  pieces = std::move(joined);
}

/// \param zero whether used memory has to be set to 0, which touches all of it
void* take(std::size_t bytes, bool zero) {
  const std::size_t pages = (bytes + kPage - 1) / kPage;
  if (const Piece* const piece = take_again(pages)) {
    void* const begin = reinterpret_cast<void*>(piece->begin * kPage);
    return zero ? std::memset(begin, 0, pages * kPage) : begin;
  }
  const std::size_t more = (bytes + kUnit - 1) / kUnit * kUnit;
  void* const begin = sbrk(static_cast<std::intptr_t>(more));
  if (begin == reinterpret_cast<void*>(-1))
    throw_no_memory("the addresses of simulated memory");
  pieces.push_back({address_of(begin) / kPage, more / kPage, false});
  return reinterpret_cast<void*>(take_again(pages)->begin * kPage);
}

}  // namespace

void throw_no_memory(const char* what) {
  throw std::runtime_error(std::string("The page has no memory for ") + what + ".");
}

void* reserve_memory(std::size_t bytes, std::uintptr_t) { return take(bytes, true); }
void* reserve_stack(std::size_t bytes) { return take(bytes, false); }
// The memory becomes free when its owner, the simulation, ends.
ReservedMemory::~ReservedMemory() {}

void expect_use(const void*, std::size_t) {}
void give_back(const void* begin, std::size_t bytes) {
  std::memset(const_cast<void*>(begin), 0, bytes);
}
void clear(void* begin, std::size_t bytes) { std::memset(begin, 0, bytes); }
bool map_zeros(void* begin, std::size_t bytes) {
  std::memset(begin, 0, bytes);
  return true;
}
FilledPages::FilledPages(int) {}
bool FilledPages::map(void*, std::size_t) const { return false; }

// The reader's code can harm only the reader's own page, so nothing is guarded.
std::vector<Range> own_segments(const Range&, const std::string&) { return {}; }
Range own_stack() { return {}; }
Range own_variables() { return {}; }
Range own_heap() { return {}; }
Range host_heap(bool) { return {}; }
void* take_for_host(std::size_t bytes, bool) { return std::malloc(bytes); }
bool release_for_host(void* memory, bool) {
  std::free(memory);
  return true;
}
void* own_pages(std::size_t bytes) { return reserve_memory(bytes); }
void check_unattended_write(std::uintptr_t, std::size_t) {}
bool may_be_called(std::uintptr_t) { return true; }
bool is_offered(std::uintptr_t) { return true; }

ClusterWindows::~ClusterWindows() {}
ClusterWindows::Seen ClusterWindows::seen_through(std::uintptr_t) const { return {}; }
std::uintptr_t ClusterWindows::address_of(std::uintptr_t, unsigned) {
  throw std::runtime_error("There are no clusters of blocks in the page yet.");
}

}  // namespace gridlock::sim

void gridlock::WorkerProcess::end_executor() {
  if (!executor_) return;
  executor_.reset();
  sim::free_all();
}

/// In place of the C library's sbrk(), which takes 64 KiB at a time for malloc().
extern "C" void* sbrk(std::intptr_t bytes) {
  using namespace gridlock::sim;
  static char* next = nullptr;
  static std::size_t left = 0;
  const auto wanted = static_cast<std::size_t>(bytes);
  if (wanted > left || !next) {
    const std::size_t more = (wanted - left + kGrowth - 1) / kGrowth * kGrowth;
    const std::size_t at = __builtin_wasm_memory_grow(0, more / kUnit);
    if (at == static_cast<std::size_t>(-1)) return reinterpret_cast<void*>(-1);
    if (!next) next = reinterpret_cast<char*>(at * kUnit);
    left += more;
  }
  left -= wanted;
  return std::exchange(next, next + wanted);
}

/// Memory for the data of a module, which stay until the page ends.
extern "C" __attribute__((export_name("gridlock_take_memory"))) void*
gridlock_take_memory(std::size_t bytes, std::size_t alignment) {
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
