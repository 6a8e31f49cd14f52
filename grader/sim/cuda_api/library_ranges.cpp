// What our versions of CUDA's C++ libraries call: they tell of the ranges that their
// functions read and write, then work on these unwatched (cuda/gridlock_library.h).
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

namespace {

/// Sorts indices by the numbers that they stand for; equal ones keep their order.
template <class T>
void sort_order(const void* keys, unsigned long n, bool descending,
                unsigned long* order) {
  const T* key = static_cast<const T*>(keys);
  const auto before = [key](unsigned long a, unsigned long b) { return key[a] < key[b]; };
  const auto after = [key](unsigned long a, unsigned long b) { return key[b] < key[a]; };
  if (descending)
    std::stable_sort(order, order + n, after);
  else
    std::stable_sort(order, order + n, before);
}

}  // namespace

extern "C" {

unsigned long long gridlock_call_site() {
  return machine ? call_site(__builtin_frame_address(0)) : 0;
}

void gridlock_range(const void* address, unsigned long size, bool write, const char* name,
                    unsigned long long site) {
  const auto where = reinterpret_cast<std::uintptr_t>(address);
  if (size == 0) return;
  const bool is_own =
      is_harmless(where, size, write) && is_harmless(where + size - 1, 1, write);
  if (is_own) return;
  machine->range_access(*machine->current(), where, size, write, name, site);
}

void gridlock_library_begins(unsigned long long site, bool is_long) {
  Thread& thread = *machine->current();
  thread.called_from = site;
  thread.in_library = is_long;
}
void gridlock_library_ends() {
  Thread& thread = *machine->current();
  thread.called_from = 0;
  thread.in_library = false;
}

void gridlock_move(void* to, const void* from, unsigned long size) {
  std::memmove(to, from, size);
}

void gridlock_result(void* to, const void* from, unsigned long size) {
  machine->must_run();  // A record of the launch would lack this.
  std::memcpy(to, from, size);
}

void gridlock_sort_order(const void* keys, unsigned long n, unsigned size, int kind,
                         bool descending, unsigned long* order) {
  enum { kSigned, kUnsigned, kFloating };
  const auto sort = [&](auto number) {
    sort_order<decltype(number)>(keys, n, descending, order);
  };
  if (kind == kFloating) return size == 4 ? sort(float()) : sort(double());
  switch (size) {
    case 1:
      return kind == kSigned ? sort(std::int8_t()) : sort(std::uint8_t());
    case 2:
      return kind == kSigned ? sort(std::int16_t()) : sort(std::uint16_t());
    case 4:
      return kind == kSigned ? sort(std::int32_t()) : sort(std::uint32_t());
    default:
      return kind == kSigned ? sort(std::int64_t()) : sort(std::uint64_t());
  }
}

void* gridlock_scratch(unsigned long size) { return ::operator new(size); }
void gridlock_end_scratch(void* scratch) { ::operator delete(scratch); }

}  // extern "C"
