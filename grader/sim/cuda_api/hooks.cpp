// The compiler's thread-sanitizer hooks: code under test is compiled with
// -fsanitize=thread, and linked to these functions instead of the sanitizer's library.
#include "sim/cuda_api/hooks.h"

#include <cstdlib>
#include <cstring>

#include "common/comparison_hook.h"
#include "sim/cuda_api/atomics.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_threads.h"

namespace {

using namespace gridlock::sim;

inline void volatile_(void* pointer, std::uint32_t size, bool write, Alignment alignment,
                      const void* from, const void* frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (is_harmless(address, size, write, frame)) return;
  if (is_misaligned(address, size, alignment))
    machine->accesses.misaligned(address, size,
                                 write ? "volatile write" : "volatile read", pc_of(from));
  let_host_threads_run();
  machine->accesses.volatile_access(address, size, write, pc_of(from),
                                    static_cast<const std::byte*>(frame));
}

/// Whether the simulator checks accesses to memory at this address.
bool is_watched(std::uintptr_t address) {
  return machine->memory.arena.contains(address) ||
         machine->module.managed().contains(address) ||
         machine->memory.registered.find(address) != nullptr;
}

/// Does not let device code use a virtual table of a library: the functions in the table
/// have no guards (build/code/guards.h).
void refuse_tables_of_libraries(const void* table, const void* from) {
  if (!machine || !machine->current() || !machine->current()->block) return;
  const Module& module = machine->module;
  const std::uintptr_t home = module.home(reinterpret_cast<std::uintptr_t>(table));
  if (module.whole().contains(home)) return;
  machine->report_misuse(gridlock::Misuse::Kind::virtual_function, pc_of(from));
}

/// Reports device code that is about to use a host-only feature.
/// \returns whether it is device code
bool refuses_in_device_code(const char* what, const void* from) {
  if (!machine || !machine->current() || !machine->current()->block) return false;
  machine->report_misuse(gridlock::HostOnly{what, true}, pc_of(from));
  return true;
}

}  // namespace

void gridlock::sim::check_callee(const void* function, std::uint64_t pc) {
  const Thread* thread = machine->current();
  if (!thread || (!thread->block && machine->options.whole_program)) return;
  const Module& module = machine->module;
  const std::uintptr_t home = module.home(address_of(function));
  if (!(module.whole().contains(home)
            ? module.begins_function(home)
            : module.imports(home) || may_be_called(address_of(function))))
    machine->report_crash(gridlock::Fault{gridlock::Fault::Kind::foreign_address}, pc);
}

void gridlock::sim::check_result(const void* pointer, std::size_t size) {
  const Thread* thread = machine ? machine->current() : nullptr;
  if (!thread || thread->block) return;
  const Module& module = machine->module;
  const Stack& stack = thread->fiber.stack();
  auto frame = static_cast<void* const*>(__builtin_frame_address(0));
  while (!module.whole().contains(module.home(address_of(frame[1])))) {
    frame = static_cast<void* const*>(frame[0]);
    if (address_of(frame) - address_of(stack.low) < stack.size) continue;
    // A stream is the caller: the submission passed it this CUDA call as a host function.
    if (module.scenarios().size > 0)
      memory_function(pointer, size, true, GRIDLOCK_FROM, GRIDLOCK_FRAME);
    return;
  }
  memory_function(pointer, size, true, frame[1], frame + 2);
}

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

// The host's own atomics, such as std::atomic: all have system scope.
void gridlock_host_atomic(void* pointer, int size, int does, int order) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto bytes = static_cast<std::uint32_t>(size);
  const bool reads = does & 1, writes = does & 2;
  const bool of_compiler = does & 4;  // The compiler uses it to guard a static variable.
  if (!of_compiler && refuses_in_device_code("__atomic_fetch_add", GRIDLOCK_FROM)) return;
  const bool waits = machine && machine->current() && machine->current()->host_code;
  if (waits) let_host_threads_run();
  // Words on the host's own stack are not exempt: the host may wait for one that a host
  // function writes.
  if (is_harmless(address, bytes, writes, GRIDLOCK_FRAME) && !waits) return;
  // In memory that is not watched, the order has no meaning: only host code uses it.
  if (!is_watched(address)) order = 0;
  gridlock::sim::announce(pointer, bytes, reads, writes, static_cast<MemoryOrder>(order),
                          pc_of(GRIDLOCK_FROM), GRIDLOCK_FRAME);
}

void gridlock_host_fence(int order) {
  if (!machine || !machine->current()) return;
  if (refuses_in_device_code("__atomic_thread_fence", GRIDLOCK_FROM)) return;
  machine->fences.fence(gridlock::sim::kSystemScope,
                        static_cast<MemoryOrder>(order) == MemoryOrder::seq_cst,
                        "atomic_thread_fence", pc_of(GRIDLOCK_FROM));
}

// Called before a function is called by its address.
void gridlock_calls(const void* function) {
  if (machine) check_callee(function, pc_of(GRIDLOCK_FROM));
}

// Called where the compiler assumes that the code is never reached, and emits no
// instructions: otherwise whatever follows in memory would be executed.
void gridlock_unreachable() {
  if (!machine || !machine->current()) std::abort();
  machine->report_crash(gridlock::Fault{gridlock::Fault::Kind::foreign_address},
                        pc_of(GRIDLOCK_FROM));
}

// Called before the stack grows by `count` objects of this size.
void gridlock_grows(std::uint64_t count, std::uint64_t bytes) {
  const Thread* thread = machine ? machine->current() : nullptr;
  if (!thread) return;
  const std::size_t left =
      address_of(GRIDLOCK_FRAME) - address_of(thread->fiber.stack().low);
  if (bytes == 0 || count <= left / bytes) return;
  machine->report_crash(gridlock::Fault{gridlock::Fault::Kind::stack_overflow},
                        pc_of(GRIDLOCK_FROM));
}

// Called before this pointer is passed to a library or to CUDA.
void gridlock_gives(const void* pointer) {
  const Thread* thread = machine ? machine->current() : nullptr;
  const std::uintptr_t address = address_of(pointer);
  if (!thread || thread->block) return;
  // If a library called an address inside a function, it would skip the first hook.
  const Module& module = machine->module;
  if (const std::uintptr_t home = module.home(address); module.whole().contains(home))
    if (!module.function(home).empty() && !module.begins_function(home))
      machine->report_crash(gridlock::Fault{gridlock::Fault::Kind::foreign_address},
                            pc_of(GRIDLOCK_FROM));
  check_frames(address, 1, GRIDLOCK_FRAME, false);
  if (!machine->memory.is_own({address, 1})) return;
  machine->accesses.plain_access(address, 1, true, pc_of(GRIDLOCK_FROM), GRIDLOCK_FRAME);
}

// Called before a scenario calls the submission, to say which bytes the submission may
// write.
void gridlock_lends_nothing() {
  if (machine && machine->current() && !machine->current()->block) machine->lent.clear();
}
void gridlock_lends(const void* pointer, std::uint64_t size) {
  if (machine && machine->current() && !machine->current()->block)
    machine->lent.push_back({address_of(pointer), static_cast<std::size_t>(size)});
}

// Called just before a function without hooks.  If that has more parameters than the
// caller passes, the others are 0, not what earlier code has left in the registers.
#if defined(__x86_64__)
__attribute__((naked)) void gridlock_forgets() {
  __asm__("xorl %edi, %edi");
  __asm__("xorl %esi, %esi");
  __asm__("xorl %edx, %edx");
  __asm__("xorl %ecx, %ecx");
  __asm__("xorl %r8d, %r8d");
  __asm__("xorl %r9d, %r9d");
  __asm__("ret");
}
#else
void gridlock_forgets() {}  // In WebAssembly, a call passes nothing but its arguments.
#endif

// Called before an instruction reads or writes these bytes as a whole: a struct, a list
// of arguments.
void gridlock_touches(void* pointer, std::uint64_t size, int write) {
  memory_function(pointer, size, write != 0, GRIDLOCK_FROM, GRIDLOCK_FRAME);
}

// Called before an object at `pointer`, whose type has this alignment, is copied or set.
void gridlock_aligned(const void* pointer, int alignment, int write) {
  const std::uintptr_t address = address_of(pointer);
  if (!machine || !machine->current() || address % alignment == 0) return;
  machine->accesses.misaligned(address, static_cast<std::uint32_t>(alignment),
                               write ? "write" : "read", pc_of(GRIDLOCK_FROM));
}

// Called if the program does not use the result of the next atomic.
void gridlock_result_unused() {
  if (machine && machine->current()) machine->current()->result_is_unused = true;
}

// Called just before a call of CUDA's runtime whose result the program drops.
void gridlock_drops_result() {
  if (machine && machine->current()) machine->api.dropping_pc = pc_of(GRIDLOCK_FROM);
}

// Called before an assignment to a bit-field reads these bytes in order to keep the bits
// beside the field.
void gridlock_assigns_bits(void* pointer, int size) {
  if (!machine || !machine->current()) return;
  machine->accesses.assigns_bits(reinterpret_cast<std::uintptr_t>(pointer),
                                 static_cast<std::uint32_t>(size));
}

// Called before a value that was read, or one computed from it, is compared: see
// build/code/comparisons.cpp.
void gridlock_compares(std::uint64_t from, std::uint64_t read, std::uint64_t compared,
                       std::uint64_t with, int how) {
  namespace hook = gridlock::comparison_hook;
  const Thread* thread = machine ? machine->current() : nullptr;
  if (!thread || !thread->looks.awaits(read)) return;
  machine->polls.compares(static_cast<std::uintptr_t>(from),
                          {.pc = pc_of(GRIDLOCK_FROM),
                           .compared = compared,
                           .with = with,
                           .bytes = static_cast<std::uint32_t>(how & hook::kBytes),
                           .is_signed = (how & hook::kSigned) != 0,
                           .with_zero = (how & hook::kZero) != 0});
}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
// Called before an object's pointer to its virtual table is read.
void __tsan_vptr_read(void** p) {
  plain(p, sizeof *p, false, Alignment::natural, GRIDLOCK_FROM, GRIDLOCK_FRAME);
  refuse_tables_of_libraries(*p, GRIDLOCK_FROM);
}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

// The first set gets the module's own calls (--wrap by the linker).  clang 15 and newer
// call the second set for their intrinsics.
GRIDLOCK_MEMORY_FUNCTIONS(__wrap_)
GRIDLOCK_MEMORY_FUNCTIONS(__tsan_)

}  // extern "C"
