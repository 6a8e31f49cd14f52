// The CUDA runtime API: memory.
#include <algorithm>
#include <cstdint>

#include "cuda_runtime.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_graph.h"
#include "sim/cuda_api/host_pointers.h"
#include "sim/cuda_api/host_pool.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/the_machine.h"
#include "sim/execution/program_frame.h"

using namespace gridlock::sim;

namespace {

cudaError_t allocate(void** pointer, std::size_t size, MemoryKind kind,
                     std::uint64_t pc) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  if (!pointer) return fail(cudaErrorInvalidValue);
  result(pointer) = nullptr;
  if (size == 0) return cudaSuccess;
  Allocation* allocation =
      machine->memory.arena.allocate(size, kind, machine->api.device, pc);
  if (!allocation) {
    if (auto& failed = machine->api.failed_allocation; failed.bytes == 0)
      failed = {pc, size, machine->memory.arena.room(kind, machine->api.device)};
    return fail(cudaErrorMemoryAllocation);
  }
  allocation->called_from = site_of_caller(machine->module, __builtin_frame_address(0));
  result(pointer) = reinterpret_cast<void*>(allocation->base);
  return cudaSuccess;
}

cudaError_t release(void* pointer, bool pinned, const char* call, std::uint64_t pc) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  if (!pointer) return cudaSuccess;
  Allocation* allocation = freeable(pointer);
  if (pinned && !machine->memory.arena.contains(address_of(pointer)))
    return fail(cudaErrorInvalidValue, {gridlock::CallFault::Kind::not_pinned});
  if (allocation && pinned && allocation->kind != MemoryKind::pinned)
    return fail(cudaErrorInvalidValue, {.kind = gridlock::CallFault::Kind::not_pinned,
                                        .allocated = {{allocation->created_at}}});
  if (!allocation || (allocation->kind == MemoryKind::pinned) != pinned)
    return fail(cudaErrorInvalidValue);
  // cudaFree waits for the device's work in flight, except for memory of a pool: the
  // program must have waited for every use of such memory.
  const bool is_idle = allocation->pool < 0;
  if (is_idle) wait_for_device(allocation->device, call, pc);
  if (allocation->pool == Allocation::kPoolOfGraphs) note_end_of_use(allocation->base);
  machine->memory.arena.note_free(*allocation, pc);
  if (is_idle) machine->forget_contents(*allocation);
  return cudaSuccess;
}

}  // namespace

namespace gridlock::sim {

Side side_of(const void* pointer) {
  const std::uintptr_t address = address_of(pointer);
  if (machine->memory.arena.contains(address)) {
    const Allocation* allocation = machine->memory.arena.at(address);
    const MemoryKind kind = allocation ? allocation->kind : MemoryKind::device;
    return kind == MemoryKind::device    ? Side::device
           : kind == MemoryKind::managed ? Side::managed
                                         : Side::pinned;
  }
  const std::uintptr_t home = machine->module.home(address);
  if (machine->module.managed().contains(home)) return Side::managed;
  if (machine->module.device().contains(home) ||
      machine->module.constant().contains(home))
    return Side::device;
  return machine->memory.registered.find(address) ? Side::pinned : Side::pageable;
}

int device_of(const void* pointer) {
  const std::uintptr_t address = address_of(pointer);
  if (const Allocation* allocation = machine->memory.arena.find(address))
    return allocation->device;
  return std::max(machine->module.device_at(address), 0);
}

bool is_device(int device) {
  return device >= 0 && device < machine->options.device.devices;
}

Allocation* freeable(const void* pointer) {
  const std::uintptr_t address = address_of(pointer);
  if (!machine->memory.arena.contains(address)) return nullptr;
  Allocation* allocation = machine->memory.arena.at(address);
  if (!allocation || allocation->base != address) return nullptr;
  const bool there = allocation->pool == Allocation::kPoolOfGraphs
                         ? may_free_outside(address)
                         : !allocation->freed && !allocation->free_issued;
  return there ? allocation : nullptr;
}

}  // namespace gridlock::sim

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t size) {
  note_call("cudaMalloc");
  return allocate(pointer, size, MemoryKind::device, GRIDLOCK_HERE);
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  // GPUs align rows to 512 bytes, too.
  constexpr std::size_t kRowAlignment = 512;
  if (!pitch || width > kPitchMax - kRowAlignment) return fail(cudaErrorInvalidValue);
  result(pitch) = (width + kRowAlignment - 1) / kRowAlignment * kRowAlignment;
  if (*pitch && height > machine->memory.arena.total_bytes() / *pitch)
    return fail(cudaErrorMemoryAllocation);
  return allocate(pointer, *pitch * height, MemoryKind::device, GRIDLOCK_HERE);
}
cudaError_t cudaMallocHost(void** pointer, size_t size) {
  note_call("cudaMallocHost");
  return allocate(pointer, size, MemoryKind::pinned, GRIDLOCK_HERE);
}
cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned int flags) {
  note_call("cudaHostAlloc");
  constexpr unsigned kFlags =
      cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if (flags & ~kFlags) return fail(cudaErrorInvalidValue);
  return allocate(pointer, size, MemoryKind::pinned, GRIDLOCK_HERE);
}
cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned int flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
    return fail(cudaErrorInvalidValue);
  return allocate(pointer, size, MemoryKind::managed, GRIDLOCK_HERE);
}

cudaError_t cudaFree(void* pointer) {
  return release(pointer, false, "cudaFree", GRIDLOCK_HERE);
}
cudaError_t cudaFreeHost(void* pointer) {
  return release(pointer, true, "cudaFreeHost", GRIDLOCK_HERE);
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int) {
  if (!device || side_of(host) != Side::pinned) return fail(cudaErrorInvalidValue);
  result(device) = host;
  return cudaSuccess;
}
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
  if (!flags || side_of(host) != Side::pinned) return fail(cudaErrorInvalidValue);
  result(flags) = cudaHostAllocMapped;
  return cudaSuccess;
}
cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned int) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  if (!pointer || size == 0) return fail(cudaErrorInvalidValue);
  const Side side = side_of(pointer);
  if (side == Side::device || side == Side::managed) return fail(cudaErrorInvalidValue);
  machine->memory.watches_more();
  const bool added =
      !machine->memory.arena.contains(address_of(pointer)) &&
      machine->memory.registered.add({address_of(pointer), size}, GRIDLOCK_HERE);
  return added ? cudaSuccess : fail(cudaErrorHostMemoryAlreadyRegistered);
}
cudaError_t cudaHostUnregister(void* pointer) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  if (!pointer) return fail(cudaErrorInvalidValue);
  wait_for_device(machine->api.device, "cudaHostUnregister", GRIDLOCK_HERE);
  return machine->memory.registered.remove(address_of(pointer))
             ? cudaSuccess
             : fail(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaMemGetInfo(size_t* available, size_t* total) {
  if (available)
    result(available) = machine->memory.arena.free_bytes(machine->api.device);
  if (total) result(total) = machine->memory.arena.total_bytes();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                     const void* pointer) {
  if (!attributes) return fail(cudaErrorInvalidValue);
  result(attributes) = {};
  attributes->type = cudaMemoryTypeUnregistered;
  attributes->hostPointer = const_cast<void*>(pointer);
  if (!on_device(pointer)) return cudaSuccess;
  const Side side = side_of(pointer);
  attributes->type = side == Side::device   ? cudaMemoryTypeDevice
                     : side == Side::pinned ? cudaMemoryTypeHost
                                            : cudaMemoryTypeManaged;
  attributes->devicePointer = const_cast<void*>(pointer);
  if (side == Side::device) attributes->hostPointer = nullptr;
  attributes->device = device_of(pointer);
  return cudaSuccess;
}

}  // extern "C"
