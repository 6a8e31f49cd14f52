// malloc, free, new and delete.  In host code they are the C library's.  In device code
// they use the device's heap, which has 8 MiB or the size set by cudaDeviceSetLimit; its
// allocations have bounds and a lifetime, like those of cudaMalloc.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/the_machine.h"
#include "sim/memory/own_memory.h"

namespace gridlock::sim {
namespace {

std::size_t heap_bytes(int device) {
  const auto& limits = machine->api.limits;
  const auto set = limits.find({device, kDeviceHeapLimit});
  return set == limits.end() ? kDeviceHeapBytes : set->second;
}

/// Allocates from the device's heap; null if that is full, as in CUDA.
void* allocate(std::size_t size, std::uint64_t pc) {
  machine->note_dependence();
  std::size_t& in_use = machine->api.device_heap_bytes;
  const int device = machine->current()->block->kernel->device;
  const std::size_t limit = heap_bytes(device);
  if (size == 0 || in_use > limit || size > limit - in_use) return nullptr;
  const Allocation* allocation =
      machine->memory.arena.allocate(size, MemoryKind::device, device, pc);
  if (!allocation) return nullptr;
  in_use += size;
  return reinterpret_cast<void*>(allocation->base);
}

bool is_of_scenarios(const void* caller) {
  return machine && machine->module.scenarios().contains(address_of(caller));
}

/// The memory for new in host code; not from the heap of the simulator's own objects.
void* host_memory(std::size_t size, const void* caller) {
  if (void* const memory = take_for_host(size, is_of_scenarios(caller))) return memory;
  throw std::bad_alloc();
}

void release_on_host(void* pointer, const void* caller) {
  if (release_for_host(pointer, is_of_scenarios(caller))) return;
  if (machine && machine->current())
    machine->report_crash(gridlock::Fault{gridlock::Fault::Kind::foreign_address},
                          pc_of(caller));
}

bool in_arena(const void* pointer) {
  return machine &&
         machine->memory.arena.contains(reinterpret_cast<std::uintptr_t>(pointer));
}

void release(void* pointer, std::uint64_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  Allocation* allocation = machine->memory.arena.at(address);
  if (!in_device_code() || !allocation || allocation->base != address ||
      allocation->freed) {
    using Kind = Misuse::Kind;
    const bool pinned = allocation && allocation->kind == MemoryKind::pinned;
    machine->report_misuse(in_device_code() ? Kind::free_of_nothing
                           : pinned         ? Kind::free_of_pinned_memory
                                            : Kind::free_of_device_memory,
                           pc);
    return;
  }
  // A free counts as a write: all uses of the memory must be ordered before it.
  machine->accesses.range_access(*machine->current(), address, allocation->size, true,
                                 "free", pc);
  machine->api.device_heap_bytes -= allocation->size;
  machine->memory.arena.note_free(*allocation, pc);
}

}  // namespace
}  // namespace gridlock::sim

using namespace gridlock::sim;

#define GRIDLOCK_NEW(name)                                         \
  void* name(std::size_t size) {                                   \
    return in_device_code() ? allocate(size, GRIDLOCK_CALLED_FROM) \
                            : host_memory(size, GRIDLOCK_FROM);    \
  }
#define GRIDLOCK_DELETE(name, ...)                      \
  void name(void* pointer __VA_OPT__(, ) __VA_ARGS__) { \
    if (in_arena(pointer))                              \
      release(pointer, GRIDLOCK_CALLED_FROM);           \
    else                                                \
      release_on_host(pointer, GRIDLOCK_FROM);          \
  }

extern "C" {

void* __wrap_malloc(std::size_t size) {
  return in_device_code() ? allocate(size, GRIDLOCK_CALLED_FROM)
                          : take_for_host(size, is_of_scenarios(GRIDLOCK_FROM));
}
void __wrap_free(void* pointer) {
  if (in_arena(pointer))
    release(pointer, GRIDLOCK_CALLED_FROM);
  else
    release_on_host(pointer, GRIDLOCK_FROM);
}

// operator new, new[], delete and delete[], under the names to which the linker redirects
// them.
GRIDLOCK_NEW(__wrap__Znwm)
GRIDLOCK_NEW(__wrap__Znam)
GRIDLOCK_DELETE(__wrap__ZdlPv)
GRIDLOCK_DELETE(__wrap__ZdlPvm, std::size_t)
GRIDLOCK_DELETE(__wrap__ZdaPv)
GRIDLOCK_DELETE(__wrap__ZdaPvm, std::size_t)
// Called if a constructor throws behind `new (std::nothrow)`.
GRIDLOCK_DELETE(__wrap__ZdlPvRKSt9nothrow_t, const std::nothrow_t&)
GRIDLOCK_DELETE(__wrap__ZdaPvRKSt9nothrow_t, const std::nothrow_t&)

}  // extern "C"
