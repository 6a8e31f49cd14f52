// The compiler's thread-sanitizer hooks: code under test is compiled with
// -fsanitize=thread and linked to these instead of the sanitizer's library.
//
// A hook comes right before the access.  The common case, a local variable, costs one
// comparison.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sim/atomics.h"
#include "sim/machine.h"
#include "sim/own_memory.h"

namespace {

using gridlock::sim::Machine;
using gridlock::sim::machine;
using gridlock::sim::MemoryOrder;
using gridlock::sim::pc_of;
using gridlock::sim::Thread;

/// Whether the access needs no more looking at: it is to the running fiber's own stack;
/// or nothing is running, and it is none that a constructor of a global object may not
/// do.
inline bool is_harmless(std::uintptr_t address, std::size_t size, bool write) {
  const Thread* thread = machine ? machine->current : nullptr;
  if (!thread) {
    if (write) gridlock::sim::check_unattended_write(address, size);
    return true;
  }
  return address - reinterpret_cast<std::uintptr_t>(thread->fiber.stack().low) <
         thread->fiber.stack().size;
}

/// Whether the compiler relies on an address that is a multiple of the size; of 16 bytes
/// it does not say more than that they lie on a multiple of 8.
enum class Alignment : bool { none, natural };

inline bool is_misaligned(std::uintptr_t address, std::uint32_t size, Alignment asked) {
  return asked == Alignment::natural && (address & (std::min(size, 8u) - 1)) != 0;
}

inline void plain(void* pointer, std::uint32_t size, bool write, Alignment alignment,
                  const void* from, const void* frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (is_harmless(address, size, write)) return;
  if (is_misaligned(address, size, alignment))
    machine->misaligned(address, size, write ? "write" : "read", pc_of(from));
  machine->plain_access(address, size, write, pc_of(from),
                        static_cast<const std::byte*>(frame));
}

inline void volatile_(void* pointer, std::uint32_t size, bool write, Alignment alignment,
                      const void* from, const void* frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (is_harmless(address, size, write)) return;
  if (is_misaligned(address, size, alignment))
    machine->misaligned(address, size, write ? "volatile write" : "volatile read",
                        pc_of(from));
  machine->volatile_access(address, size, write, pc_of(from),
                           static_cast<const std::byte*>(frame));
}

void memory_function(const void* pointer, std::size_t size, bool write, const void* from,
                     const void* frame) {
  constexpr std::size_t kWordMost = 16;  // No more than one load reads.
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (size == 0 || is_harmless(address, size, write)) return;
  if (!write && size <= kWordMost) {  // It may be what a loop waits with.
    machine->plain_access(address, static_cast<std::uint32_t>(size), false, pc_of(from),
                          static_cast<const std::byte*>(frame));
    return;
  }
  machine->range_access(*machine->current, address, size, write, write ? "write" : "read",
                        pc_of(from));
}

/// Whether the simulator watches over what lies there.
bool is_watched(std::uintptr_t address) {
  return machine->arena.contains(address) ||
         machine->module.managed().contains(address) ||
         machine->registered.find(address) != nullptr;
}

}  // namespace

// The caller's own frame begins above our frame pointer and the return address.
#define GRIDLOCK_FROM __builtin_return_address(0)
#define GRIDLOCK_FRAME (static_cast<const std::byte*>(__builtin_frame_address(0)) + 16)

#define GRIDLOCK_HOOKS(size)                                                      \
  void __tsan_read##size(void* p) {                                               \
    plain(p, size, false, Alignment::natural, GRIDLOCK_FROM, GRIDLOCK_FRAME);     \
  }                                                                               \
  void __tsan_write##size(void* p) {                                              \
    plain(p, size, true, Alignment::natural, GRIDLOCK_FROM, GRIDLOCK_FRAME);      \
  }                                                                               \
  void __tsan_unaligned_read##size(void* p) {                                     \
    plain(p, size, false, Alignment::none, GRIDLOCK_FROM, GRIDLOCK_FRAME);        \
  }                                                                               \
  void __tsan_unaligned_write##size(void* p) {                                    \
    plain(p, size, true, Alignment::none, GRIDLOCK_FROM, GRIDLOCK_FRAME);         \
  }                                                                               \
  void __tsan_volatile_read##size(void* p) {                                      \
    volatile_(p, size, false, Alignment::natural, GRIDLOCK_FROM, GRIDLOCK_FRAME); \
  }                                                                               \
  void __tsan_volatile_write##size(void* p) {                                     \
    volatile_(p, size, true, Alignment::natural, GRIDLOCK_FROM, GRIDLOCK_FRAME);  \
  }                                                                               \
  void __tsan_unaligned_volatile_read##size(void* p) {                            \
    volatile_(p, size, false, Alignment::none, GRIDLOCK_FROM, GRIDLOCK_FRAME);    \
  }                                                                               \
  void __tsan_unaligned_volatile_write##size(void* p) {                           \
    volatile_(p, size, true, Alignment::none, GRIDLOCK_FROM, GRIDLOCK_FRAME);     \
  }

#define GRIDLOCK_MEMORY_FUNCTIONS(prefix)                               \
  void* prefix##memcpy(void* to, const void* from, std::size_t size) {  \
    memory_function(from, size, false, GRIDLOCK_FROM, GRIDLOCK_FRAME);  \
    memory_function(to, size, true, GRIDLOCK_FROM, GRIDLOCK_FRAME);     \
    return std::memcpy(to, from, size);                                 \
  }                                                                     \
  void* prefix##memmove(void* to, const void* from, std::size_t size) { \
    memory_function(from, size, false, GRIDLOCK_FROM, GRIDLOCK_FRAME);  \
    memory_function(to, size, true, GRIDLOCK_FROM, GRIDLOCK_FRAME);     \
    return std::memmove(to, from, size);                                \
  }                                                                     \
  void* prefix##memset(void* to, int value, std::size_t size) {         \
    memory_function(to, size, true, GRIDLOCK_FROM, GRIDLOCK_FRAME);     \
    return std::memset(to, value, size);                                \
  }

extern "C" {

GRIDLOCK_HOOKS(1)
GRIDLOCK_HOOKS(2)
GRIDLOCK_HOOKS(4)
GRIDLOCK_HOOKS(8)
GRIDLOCK_HOOKS(16)

// The host's own atomics, std::atomic and others: each has the scope of the system.
void gridlock_host_atomic(void* pointer, int size, int does, int order) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto bytes = static_cast<std::uint32_t>(size);
  const bool reads = does & 1, writes = does & 2;
  if (is_harmless(address, bytes, writes)) return;
  // The order of the rest concerns host memory alone, in which nothing is looked for.
  if (!is_watched(address)) order = 0;
  gridlock::sim::announce(pointer, bytes, reads, writes, static_cast<MemoryOrder>(order),
                          pc_of(GRIDLOCK_FROM), GRIDLOCK_FRAME);
}

void gridlock_host_fence(int order) {
  if (!machine || !machine->current) return;
  machine->fence(gridlock::sim::kSystemScope,
                 static_cast<MemoryOrder>(order) == MemoryOrder::seq_cst,
                 "atomic_thread_fence", pc_of(GRIDLOCK_FROM));
}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

// The linker sends the module's own calls here (--wrap); for its intrinsics, clang 15 and
// newer call the second set.
GRIDLOCK_MEMORY_FUNCTIONS(__wrap_)
GRIDLOCK_MEMORY_FUNCTIONS(__tsan_)

}  // extern "C"
