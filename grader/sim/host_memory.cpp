// The CUDA runtime API: memory, copies, symbols.
#include <cstdint>
#include <cstring>

#include "cuda_runtime.h"
#include "sim/host_api.h"
#include "sim/host_stream.h"
#include "sim/machine.h"

using namespace gridlock::sim;

#define GRIDLOCK_HERE pc_of(__builtin_return_address(0))

namespace {

cudaError_t fail(cudaError_t error) { return static_cast<cudaError_t>(set_error(error)); }

std::uintptr_t address_of(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

/// Whether the device can address it: an allocation or a device variable.
bool on_device(const void* pointer) {
  const std::uintptr_t address = address_of(pointer);
  return machine->arena.contains(address) || machine->module.device().contains(address) ||
         machine->module.constant().contains(address) ||
         machine->module.managed().contains(address);
}

MemoryKind kind_of(const void* pointer) {
  const Allocation* allocation = machine->arena.contains(address_of(pointer))
                                     ? machine->arena.at(address_of(pointer))
                                     : nullptr;
  return allocation ? allocation->kind : MemoryKind::device;
}

cudaError_t allocate(void** pointer, std::size_t size, MemoryKind kind,
                     std::uint64_t pc) {
  if (!pointer) return fail(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (size == 0) return cudaSuccess;
  const Allocation* made = machine->arena.allocate(size, kind, machine->api.device, pc);
  if (!made) return fail(cudaErrorMemoryAllocation);
  *pointer = reinterpret_cast<void*>(made->base);
  return cudaSuccess;
}

/// The allocation that starts at the pointer, if it is there to be freed.
Allocation* freeable(void* pointer) {
  const std::uintptr_t address = address_of(pointer);
  if (!machine->arena.contains(address)) return nullptr;
  Allocation* allocation = machine->arena.at(address);
  return allocation && allocation->base == address && !allocation->freed ? allocation
                                                                         : nullptr;
}

cudaError_t release(void* pointer, bool pinned, const char* call, std::uint64_t pc) {
  if (!pointer) return cudaSuccess;
  Allocation* allocation = freeable(pointer);
  if (!allocation || (allocation->kind == MemoryKind::pinned) != pinned)
    return fail(cudaErrorInvalidValue);
  wait_for_device(call, pc);  // Freeing waits for the work in flight.
  machine->arena.note_free(*allocation, pc);
  return cudaSuccess;
}

/// Whether a copy of this kind may go between these pointers.
bool direction_fits(const void* to, const void* from, cudaMemcpyKind kind) {
  const bool to_host = !on_device(to) || kind_of(to) != MemoryKind::device;
  const bool from_host = !on_device(from) || kind_of(from) != MemoryKind::device;
  switch (kind) {
    case cudaMemcpyHostToHost:
      return to_host && from_host;
    case cudaMemcpyHostToDevice:
      return on_device(to) && from_host;
    case cudaMemcpyDeviceToHost:
      return to_host && on_device(from);
    case cudaMemcpyDeviceToDevice:
      return on_device(to) && on_device(from);
    default:
      return kind == cudaMemcpyDefault;
  }
}

cudaError_t copy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind,
                 cudaStream_t handle, bool async, const char* call, std::uint64_t pc) {
  if (size == 0) return cudaSuccess;
  if (!to || !from) return fail(cudaErrorInvalidValue);
  Stream* stream = stream_from(handle);
  if (!stream) return fail(cudaErrorInvalidResourceHandle);
  if (!direction_fits(to, from, kind)) return fail(cudaErrorInvalidMemcpyDirection);
  const auto work = [=](Thread& engine) {
    if (on_device(from))
      machine->range_access(engine, address_of(from), size, false, call, pc);
    if (on_device(to))
      machine->range_access(engine, address_of(to), size, true, call, pc);
    std::memmove(to, from, size);
  };
  // A copy between two places on the device does not make the host wait.
  const bool host_waits =
      !async && !(on_device(to) && on_device(from) && kind_of(to) == MemoryKind::device &&
                  kind_of(from) == MemoryKind::device);
  do_on_stream(*stream, work, host_waits, call, pc);
  return cudaSuccess;
}

cudaError_t fill(void* to, int value, std::size_t size, cudaStream_t handle,
                 const char* call, std::uint64_t pc) {
  if (size == 0) return cudaSuccess;
  Stream* stream = stream_from(handle);
  if (!stream) return fail(cudaErrorInvalidResourceHandle);
  if (!on_device(to)) return fail(cudaErrorInvalidValue);
  const auto work = [=](Thread& engine) {
    machine->range_access(engine, address_of(to), size, true, call, pc);
    std::memset(to, value, size);
  };
  do_on_stream(*stream, work, false, call, pc);
  return cudaSuccess;
}

const Variable* symbol_of(const void* symbol) {
  return machine->module.variable(address_of(symbol));
}

/// The address of `size` bytes at `offset` in a device variable, or null.
std::byte* inside_symbol(const void* symbol, std::size_t offset, std::size_t size) {
  const Variable* variable = symbol_of(symbol);
  if (!variable || offset > variable->range.size || size > variable->range.size - offset)
    return nullptr;
  return reinterpret_cast<std::byte*>(variable->range.base) + offset;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t size) {
  return allocate(pointer, size, MemoryKind::device, GRIDLOCK_HERE);
}
cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream) {
  if (!stream_from(stream)) return fail(cudaErrorInvalidResourceHandle);
  return allocate(pointer, size, MemoryKind::device, GRIDLOCK_HERE);
}
cudaError_t cudaMallocHost(void** pointer, size_t size) {
  return allocate(pointer, size, MemoryKind::pinned, GRIDLOCK_HERE);
}
cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned int) {
  return allocate(pointer, size, MemoryKind::pinned, GRIDLOCK_HERE);
}
cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned int) {
  return allocate(pointer, size, MemoryKind::managed, GRIDLOCK_HERE);
}

cudaError_t cudaFree(void* pointer) {
  return release(pointer, false, "cudaFree", GRIDLOCK_HERE);
}
cudaError_t cudaFreeHost(void* pointer) {
  return release(pointer, true, "cudaFreeHost", GRIDLOCK_HERE);
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t handle) {
  const std::uint64_t pc = GRIDLOCK_HERE;
  Stream* stream = stream_from(handle);
  if (!stream) return fail(cudaErrorInvalidResourceHandle);
  if (!freeable(pointer)) return fail(cudaErrorInvalidValue);
  do_on_stream(
      *stream,
      [=](Thread&) {
        if (Allocation* allocation = freeable(pointer))
          machine->arena.note_free(*allocation, pc);
      },
      false, "cudaFreeAsync", pc);
  return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int) {
  if (!device || !on_device(host)) return fail(cudaErrorInvalidValue);
  *device = host;
  return cudaSuccess;
}
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
  if (!flags || !on_device(host)) return fail(cudaErrorInvalidValue);
  *flags = cudaHostAllocMapped;
  return cudaSuccess;
}
// Memory that was allocated elsewhere cannot be watched, so it cannot be registered.
cudaError_t cudaHostRegister(void*, size_t, unsigned int) {
  return fail(cudaErrorNotSupported);
}
cudaError_t cudaHostUnregister(void*) { return fail(cudaErrorHostMemoryNotRegistered); }

cudaError_t cudaMemGetInfo(size_t* available, size_t* total) {
  if (available) *available = machine->arena.free_bytes();
  if (total) *total = machine->arena.total_bytes();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                     const void* pointer) {
  if (!attributes) return fail(cudaErrorInvalidValue);
  *attributes = {};
  attributes->type = cudaMemoryTypeUnregistered;
  attributes->hostPointer = const_cast<void*>(pointer);
  if (!on_device(pointer)) return cudaSuccess;
  const MemoryKind kind = kind_of(pointer);
  attributes->type = kind == MemoryKind::device   ? cudaMemoryTypeDevice
                     : kind == MemoryKind::pinned ? cudaMemoryTypeHost
                                                  : cudaMemoryTypeManaged;
  attributes->devicePointer = const_cast<void*>(pointer);
  if (kind == MemoryKind::device) attributes->hostPointer = nullptr;
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind) {
  return copy(to, from, size, kind, nullptr, false, "cudaMemcpy", GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy(to, from, size, kind, stream, true, "cudaMemcpyAsync", GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t size) {
  return copy(to, from, size, cudaMemcpyDefault, nullptr, false, "cudaMemcpyPeer",
              GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t size,
                                cudaStream_t stream) {
  return copy(to, from, size, cudaMemcpyDefault, stream, true, "cudaMemcpyPeerAsync",
              GRIDLOCK_HERE);
}
cudaError_t cudaMemset(void* to, int value, size_t size) {
  return fill(to, value, size, nullptr, "cudaMemset", GRIDLOCK_HERE);
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t size, cudaStream_t stream) {
  return fill(to, value, size, stream, "cudaMemsetAsync", GRIDLOCK_HERE);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t size,
                               size_t offset, cudaMemcpyKind kind) {
  std::byte* to = inside_symbol(symbol, offset, size);
  if (!symbol_of(symbol)) return fail(cudaErrorInvalidSymbol);
  if (!to) return fail(cudaErrorInvalidValue);
  return copy(to, from, size, kind, nullptr, false, "cudaMemcpyToSymbol", GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t size,
                                    size_t offset, cudaMemcpyKind kind,
                                    cudaStream_t stream) {
  std::byte* to = inside_symbol(symbol, offset, size);
  if (!symbol_of(symbol)) return fail(cudaErrorInvalidSymbol);
  if (!to) return fail(cudaErrorInvalidValue);
  return copy(to, from, size, kind, stream, true, "cudaMemcpyToSymbolAsync",
              GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t size, size_t offset,
                                 cudaMemcpyKind kind) {
  const std::byte* from = inside_symbol(symbol, offset, size);
  if (!symbol_of(symbol)) return fail(cudaErrorInvalidSymbol);
  if (!from) return fail(cudaErrorInvalidValue);
  return copy(to, from, size, kind, nullptr, false, "cudaMemcpyFromSymbol",
              GRIDLOCK_HERE);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t size,
                                      size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  const std::byte* from = inside_symbol(symbol, offset, size);
  if (!symbol_of(symbol)) return fail(cudaErrorInvalidSymbol);
  if (!from) return fail(cudaErrorInvalidValue);
  return copy(to, from, size, kind, stream, true, "cudaMemcpyFromSymbolAsync",
              GRIDLOCK_HERE);
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  if (!pointer) return fail(cudaErrorInvalidValue);
  const Variable* variable = symbol_of(symbol);
  if (!variable) return fail(cudaErrorInvalidSymbol);
  *pointer = reinterpret_cast<void*>(variable->range.base);
  return cudaSuccess;
}
cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  if (!size) return fail(cudaErrorInvalidValue);
  const Variable* variable = symbol_of(symbol);
  if (!variable) return fail(cudaErrorInvalidSymbol);
  *size = variable->range.size;
  return cudaSuccess;
}

}  // extern "C"
