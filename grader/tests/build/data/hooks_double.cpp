// Stands in for the simulator's runtime: records every hook that a module calls.
// ../conformance.cpp compiles it into a shared library and reads the record.
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

extern "C" {

struct HookRecord {
  const void* address;
  std::size_t size;
  bool write;
  bool is_volatile;
  const void* from;  // Return address of the call.
};

unsigned blockIdx[3];

enum { kRecordsMax = 4096 };
HookRecord hook_records[kRecordsMax];
std::size_t hook_record_count = 0;

#define record(address, size, write, is_volatile)                         \
  if (hook_record_count < kRecordsMax)                                    \
  hook_records[hook_record_count++] = {address, size, write, is_volatile, \
                                       __builtin_return_address(0)}

#define HOOKS(size)                                                                    \
  void __tsan_read##size(void* p) { record(p, size, false, false); }                   \
  void __tsan_write##size(void* p) { record(p, size, true, false); }                   \
  void __tsan_unaligned_read##size(void* p) { record(p, size, false, false); }         \
  void __tsan_unaligned_write##size(void* p) { record(p, size, true, false); }         \
  void __tsan_volatile_read##size(void* p) { record(p, size, false, true); }           \
  void __tsan_volatile_write##size(void* p) { record(p, size, true, true); }           \
  void __tsan_unaligned_volatile_read##size(void* p) { record(p, size, false, true); } \
  void __tsan_unaligned_volatile_write##size(void* p) { record(p, size, true, true); }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

void gridlock_host_atomic(void* p, int size, int does, int) {
  if (does & 1) record(p, static_cast<std::size_t>(size), false, true);
  if (does & 2) record(p, static_cast<std::size_t>(size), true, true);
}
void gridlock_host_fence(int) {}
void gridlock_touches(void* p, std::uint64_t size, int write) {
  record(p, size, write != 0, false);
}
void gridlock_unwatched(const char*) {}
void gridlock_calls(const void*) {}
void gridlock_result_unused() {}
void gridlock_gives(const void*) {}
void gridlock_lends_nothing() {}
void gridlock_lends(const void*, std::uint64_t) {}
void gridlock_grows(std::uint64_t, std::uint64_t) {}
void gridlock_unreachable() {}
void gridlock_forgets() {}
void gridlock_drops_result() {}
void gridlock_assigns_bits(void*, int) {}
void gridlock_aligned(const void*, int, int) {}
void gridlock_compares(std::uintptr_t, std::uint64_t, std::uint64_t, std::uint64_t, int) {
}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void** p) { record(p, sizeof *p, false, false); }

void* __wrap_memcpy(void* to, const void* from, std::size_t size) {
  record(from, size, false, false);
  record(to, size, true, false);
  return std::memcpy(to, from, size);
}
void* __wrap_memmove(void* to, const void* from, std::size_t size) {
  record(from, size, false, false);
  record(to, size, true, false);
  return std::memmove(to, from, size);
}
void* __wrap_memset(void* to, int value, std::size_t size) {
  record(to, size, true, false);
  return std::memset(to, value, size);
}
void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  return __wrap_memcpy(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  return __wrap_memmove(to, from, size);
}
void* __tsan_memset(void* to, int value, std::size_t size) {
  return __wrap_memset(to, value, size);
}

// The linker's wrapper of printf; this double only calls the library.
int __wrap_printf(const char* format, ...) {
  std::va_list list;
  va_start(list, format);
  const int written = std::vprintf(format, list);
  va_end(list);
  return written;
}
int __wrap_fprintf(std::FILE* file, const char* format, ...) {
  std::va_list list;
  va_start(list, format);
  const int written = std::vfprintf(file, format, list);
  va_end(list);
  return written;
}
void gridlock_host_only(const char*, const void*) {}  // Every caller is the host here.
void* __wrap_malloc(std::size_t size) { return std::malloc(size); }
void __wrap_free(void* pointer) { std::free(pointer); }
void* __wrap__Znwm(std::size_t size) { return ::operator new(size); }
void* __wrap__Znam(std::size_t size) { return ::operator new(size); }
void __wrap__ZdlPv(void* pointer) { ::operator delete(pointer); }
void __wrap__ZdlPvm(void* pointer, std::size_t) { ::operator delete(pointer); }
void __wrap__ZdaPv(void* pointer) { ::operator delete(pointer); }
void __wrap__ZdaPvm(void* pointer, std::size_t) { ::operator delete(pointer); }

// Every module with a kernel calls this when it is loaded.
void gridlock_register_kernel(const void*, const char*, void* (*)(const void*, void**),
                              void (*)(void*), void (*)(void*), const std::size_t*) {}
void gridlock_register_launch_bounds(const void*, unsigned long long) {}
void gridlock_check_launch_bounds(unsigned long long) {}
void gridlock_register_cluster_dims(const void*, unsigned, unsigned, unsigned) {}
void gridlock_check_cluster_dims(unsigned, unsigned, unsigned) {}
// Every launch calls this; there is one device here.
void* gridlock_on_device(void* function) { return function; }
}
