// The CUDA runtime API: stream-ordered allocations and their pools.

#include "sim/cuda_api/host_pool.h"
#include "cuda_runtime.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_graph.h"
#include "sim/cuda_api/host_pointers.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/the_machine.h"
#include "sim/execution/program_frame.h"

using namespace gridlock::sim;

namespace {

/// Each device has one pool, whose handle is this number plus the device's.
constexpr std::uintptr_t kFirstPool = 0x1000;

/// The device of the pool with this handle; -1 if there is no such pool.
int device_of(cudaMemPool_t handle) {
  const std::uintptr_t number = reinterpret_cast<std::uintptr_t>(handle) - kFirstPool;
  const auto devices = static_cast<std::uintptr_t>(machine->options.device.devices);
  return number < devices ? static_cast<int>(number) : -1;
}

std::uint32_t bit_of(int device) { return std::uint32_t{1} << device; }

/// The devices that may use the memory of this device's pool, a bit each.
std::uint32_t& reach_of(int device) {
  return machine->api.pool_reach.try_emplace(device, bit_of(device)).first->second;
}

}  // namespace

namespace gridlock::sim {

std::function<void(Thread& engine)> free_in_order(std::uintptr_t address,
                                                  const char* call, std::uint64_t pc) {
  return [=](Thread& engine) {
    Allocation& freed = *machine->memory.arena.at(address);
    // The free counts as a write: every use of the memory must be ordered before it.
    machine->accesses.range_access(engine, freed.base, freed.size, true, call, pc);
    machine->memory.arena.note_free(freed, pc);
    freed.freed_slot = engine.slot;
    freed.freed_epoch = engine.epoch;
    // Any later access is then reported as a use after free.  Memory of graphs is exempt:
    // another launch may allocate it again.
    if (freed.pool != Allocation::kPoolOfGraphs) machine->forget_contents(freed);
  };
}

void reset_pool_of(int device) { machine->api.pool_reach.erase(device); }

}  // namespace gridlock::sim

extern "C" {

cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t handle) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  if (Capture* capture = capture_of(*stream)) {
    const cudaError_t error =
        capture_allocation(*capture, *stream, pointer, size, GRIDLOCK_HERE);
    return error ? fail(error) : cudaSuccess;
  }
  if (!pointer) return fail(cudaErrorInvalidValue);
  result(pointer) = nullptr;
  if (size == 0) return cudaSuccess;
  const std::uint64_t pc = GRIDLOCK_HERE;
  Allocation* allocation =
      machine->memory.arena.allocate(size, MemoryKind::device, stream->device, pc);
  if (!allocation) return fail(cudaErrorMemoryAllocation);
  allocation->called_from = site_of_caller(machine->module, __builtin_frame_address(0));
  allocation->pool = stream->device;
  allocation->pool_reach = reach_of(stream->device);
  allocation->stream_ordered = true;
  allocation->ready_slot = stream->engine.slot;
  result(pointer) = reinterpret_cast<void*>(allocation->base);
  const auto work = [address = allocation->base](Thread& engine) {
    machine->memory.arena.at(address)->ready_epoch = engine.epoch;
  };
  do_on_stream(*stream, WorkKind::memory, work, false, "cudaMallocAsync", pc);
  return cudaSuccess;
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t handle) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  const std::uint64_t pc = GRIDLOCK_HERE;
  Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  if (Capture* capture = capture_of(*stream)) {
    const cudaError_t error = capture_free(*capture, *stream, pointer, pc);
    return error ? fail(error) : cudaSuccess;
  }
  Allocation* allocation = freeable(pointer);
  if (!allocation || allocation->kind == MemoryKind::pinned)
    return fail(cudaErrorInvalidValue);
  allocation->free_issued = true;
  if (allocation->pool == Allocation::kPoolOfGraphs) note_end_of_use(allocation->base);
  do_on_stream(*stream, WorkKind::memory,
               free_in_order(allocation->base, "cudaFreeAsync", pc), false,
               "cudaFreeAsync", pc);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  if (!pool) return fail(cudaErrorInvalidValue);
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  result(pool) =
      reinterpret_cast<cudaMemPool_t>(kFirstPool + static_cast<unsigned>(device));
  return cudaSuccess;
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle,
                                 const cudaMemAccessDesc* descriptions, size_t count) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  const int device = device_of(handle);
  if (device < 0 || (count > 0 && !descriptions)) return fail(cudaErrorInvalidValue);
  std::uint32_t reach = reach_of(device);
  for (size_t i = 0; i < count; ++i) {
    const auto& [location, flags] = descriptions[i];
    if (location.type != cudaMemLocationTypeDevice) return fail(cudaErrorInvalidValue);
    if (!is_device(location.id)) return fail(cudaErrorInvalidDevice);
    const bool none = flags == cudaMemAccessFlagsProtNone;
    // The pool's own device always has access.
    if ((!none && flags != cudaMemAccessFlagsProtReadWrite) ||
        (none && location.id == device))
      return fail(cudaErrorInvalidValue);
    const std::uint32_t bit = bit_of(location.id);
    reach = none ? reach & ~bit : reach | bit;
  }
  reach_of(device) = reach;
  machine->memory.arena.set_pool_reach(device, reach);
  return cudaSuccess;
}

/// The amount of freed memory that a pool keeps is a hint without effect: a pool never
/// reuses an address, so that every use after a free is detected.
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute,
                                    void* value) {
  if (device_of(handle) < 0 || !value || attribute != cudaMemPoolAttrReleaseThreshold)
    return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}

}  // extern "C"
