// The CUDA runtime API: stream-ordered allocations and their pools.
#include <algorithm>
#include <cstdint>
#include <limits>

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

#define GRIDLOCK_HERE call_site(__builtin_frame_address(0))

namespace {

/// A pool's handle is its number plus this one.
constexpr std::uintptr_t kFirstPool = 0x1000;

cudaMemPool_t handle_of(std::size_t pool) {
  return reinterpret_cast<cudaMemPool_t>(kFirstPool + pool);
}

/// All pools, including the default pools of the devices.
std::deque<MemoryPool>& pools() {
  ApiState& api = machine->api;
  if (api.pools.empty())
    for (int device = 0; device < machine->options.device.devices; ++device) {
      api.current_pools.push_back(api.pools.size());
      api.pools.push_back({.device = device});
    }
  return api.pools;
}

bool is_default(std::size_t pool) {
  return pool < static_cast<std::size_t>(machine->options.device.devices);
}

std::size_t& current_pool(int device) {
  pools();
  return machine->api.current_pools[static_cast<std::size_t>(device)];
}

/// The pool's number; a number without a pool if the handle is invalid.
std::size_t number_of(cudaMemPool_t handle) {
  return reinterpret_cast<std::uintptr_t>(handle) - kFirstPool;
}

/// The pool with this handle, or null.
MemoryPool* pool_from(cudaMemPool_t handle) {
  const std::size_t number = number_of(handle);
  return number < pools().size() && pools()[number].alive ? &pools()[number] : nullptr;
}

/// The bytes that the pool holds: those in use or, if that is more, those reserved, up to
/// its release threshold.
std::uint64_t reserved_now(const MemoryPool& pool) {
  return std::max(pool.used, std::min(pool.reserved, pool.release_threshold));
}

cudaError_t allocate_from(std::size_t number, void** pointer, std::size_t size,
                          Stream& stream, const char* call, std::uint64_t pc) {
  if (!pointer) return fail(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (size == 0) return cudaSuccess;
  MemoryPool& pool = pools()[number];
  if (pool.max_bytes &&
      size > pool.max_bytes - std::min<std::uint64_t>(pool.used, pool.max_bytes))
    return fail(cudaErrorMemoryAllocation);
  Allocation* allocation =
      machine->memory.arena.allocate(size, MemoryKind::device, pool.device, pc);
  if (!allocation) return fail(cudaErrorMemoryAllocation);
  pool.used += size;
  pool.used_high = std::max(pool.used_high, pool.used);
  pool.reserved = std::max(reserved_now(pool), pool.used);
  pool.reserved_high = std::max(pool.reserved_high, pool.reserved);
  allocation->called_from = site_of_caller(machine->module, __builtin_frame_address(0));
  allocation->pool = static_cast<int>(number);
  allocation->pool_reach = pool.reach | std::uint32_t{1} << pool.device;
  allocation->stream_ordered = true;
  allocation->ready_slot = stream.engine.slot;
  *pointer = reinterpret_cast<void*>(allocation->base);
  const auto work = [address = allocation->base](Thread& engine) {
    machine->memory.arena.at(address)->ready_epoch = engine.epoch;
  };
  do_on_stream(stream, WorkKind::memory, work, false, call, pc);
  return cudaSuccess;
}

/// Whether it is one of the attributes about reuse, with the value 0 or 1.
bool is_reuse(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies &&
         attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

}  // namespace

namespace gridlock::sim {

void note_pool_free(const Allocation& allocation) {
  if (allocation.pool == Allocation::kPoolOfGraphs)
    note_end_of_use(allocation.base);
  else if (allocation.pool >= 0)
    pools()[static_cast<std::size_t>(allocation.pool)].used -= allocation.size;
}

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

void reset_pools_of(int device) {
  for (std::size_t number = 0; number < pools().size(); ++number) {
    MemoryPool& pool = pools()[number];
    if (pool.device == device) pool = {.device = device, .alive = is_default(number)};
  }
  current_pool(device) = static_cast<std::size_t>(device);
}

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
  return allocate_from(current_pool(stream->device), pointer, size, *stream,
                       "cudaMallocAsync", GRIDLOCK_HERE);
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t handle) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  GRIDLOCK_NOT_WHILE_CAPTURING(*stream);
  if (!pool_from(pool)) return fail(cudaErrorInvalidValue);
  return allocate_from(number_of(pool), pointer, size, *stream, "cudaMallocFromPoolAsync",
                       GRIDLOCK_HERE);
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
  note_pool_free(*allocation);
  do_on_stream(*stream, WorkKind::memory,
               free_in_order(allocation->base, "cudaFreeAsync", pc), false,
               "cudaFreeAsync", pc);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  if (!pool) return fail(cudaErrorInvalidValue);
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  *pool = handle_of(static_cast<std::size_t>(device));
  return cudaSuccess;
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  if (!pool) return fail(cudaErrorInvalidValue);
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  *pool = handle_of(current_pool(device));
  return cudaSuccess;
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  const MemoryPool* set = pool_from(pool);
  if (!set || set->device != device) return fail(cudaErrorInvalidValue);
  current_pool(device) = number_of(pool);
  return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned ||
      properties->location.type != cudaMemLocationTypeDevice ||
      properties->win32SecurityAttributes || properties->usage)
    return fail(cudaErrorInvalidValue);
  if (!is_device(properties->location.id)) return fail(cudaErrorInvalidDevice);
  // Memory shared with other processes is not modelled.
  if (properties->handleTypes != cudaMemHandleTypeNone)
    return fail(cudaErrorNotSupported);
  *pool = handle_of(pools().size());
  pools().push_back(
      {.device = properties->location.id, .max_bytes = properties->maxSize});
  return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  MemoryPool* destroyed = pool_from(pool);
  if (!destroyed || is_default(number_of(pool))) return fail(cudaErrorInvalidValue);
  destroyed->alive = false;  // Its allocations stay valid.
  std::size_t& current = current_pool(destroyed->device);
  if (current == number_of(pool)) current = static_cast<std::size_t>(destroyed->device);
  return cudaSuccess;
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle,
                                 const cudaMemAccessDesc* descriptions, size_t count) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  MemoryPool* pool = pool_from(handle);
  if (!pool || (count > 0 && !descriptions)) return fail(cudaErrorInvalidValue);
  std::uint32_t reach = pool->reach;
  for (size_t i = 0; i < count; ++i) {
    const auto& [location, flags] = descriptions[i];
    if (location.type != cudaMemLocationTypeDevice) return fail(cudaErrorInvalidValue);
    if (!is_device(location.id)) return fail(cudaErrorInvalidDevice);
    const bool none = flags == cudaMemAccessFlagsProtNone;
    // The pool's own device always has access.
    if ((!none && flags != cudaMemAccessFlagsProtReadWrite) ||
        (none && location.id == pool->device))
      return fail(cudaErrorInvalidValue);
    const auto bit = std::uint32_t{1} << location.id;
    reach = none ? reach & ~bit : reach | bit;
  }
  pool->reach = reach;
  machine->memory.arena.set_pool_reach(static_cast<int>(number_of(handle)),
                                       reach | std::uint32_t{1} << pool->device);
  return cudaSuccess;
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t handle,
                                 cudaMemLocation* location) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  const MemoryPool* pool = pool_from(handle);
  if (!pool || !flags || !location || location->type != cudaMemLocationTypeDevice)
    return fail(cudaErrorInvalidValue);
  if (!is_device(location->id)) return fail(cudaErrorInvalidDevice);
  const bool open = location->id == pool->device || (pool->reach >> location->id & 1);
  *flags = open ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
  return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t bytes_to_keep) {
  MemoryPool* pool = pool_from(handle);
  if (!pool) return fail(cudaErrorInvalidValue);
  pool->reserved = std::max<std::uint64_t>(
      pool->used, std::min<std::uint64_t>(pool->reserved, bytes_to_keep));
  return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute,
                                    void* value) {
  MemoryPool* pool = pool_from(handle);
  if (!pool || !value) return fail(cudaErrorInvalidValue);
  if (is_reuse(attribute)) {
    pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies] =
        *static_cast<const int*>(value) != 0;
    return cudaSuccess;
  }
  const std::uint64_t number = *static_cast<const std::uint64_t*>(value);
  const bool is_high = attribute == cudaMemPoolAttrReservedMemHigh ||
                       attribute == cudaMemPoolAttrUsedMemHigh;
  if (attribute == cudaMemPoolAttrReleaseThreshold)
    pool->release_threshold = number;
  else if (!is_high || number != 0)  // A high-water mark can only be reset.
    return fail(cudaErrorInvalidValue);
  else if (attribute == cudaMemPoolAttrReservedMemHigh)
    pool->reserved_high = reserved_now(*pool);
  else
    pool->used_high = pool->used;
  return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute,
                                    void* value) {
  const MemoryPool* pool = pool_from(handle);
  if (!pool || !value) return fail(cudaErrorInvalidValue);
  auto& number = *static_cast<std::uint64_t*>(value);
  switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
      number = pool->release_threshold;
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemCurrent:
      number = reserved_now(*pool);
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
      number = pool->reserved_high;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemCurrent:
      number = pool->used;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
      number = pool->used_high;
      return cudaSuccess;
    default:
      if (!is_reuse(attribute)) return fail(cudaErrorInvalidValue);
      *static_cast<int*>(value) =
          pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
      return cudaSuccess;
  }
}

}  // extern "C"
