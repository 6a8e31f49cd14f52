// The CUDA runtime API: hints.  They are checked and remembered, but change no result:
// all of the simulator's processors reach managed memory directly, and there are no
// caches.
#include <cstdint>

#include <cstring>
#include <vector>

#include "cuda_runtime.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_pointers.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

namespace {

bool is_place(const cudaMemLocation& location) {
  switch (location.type) {
    case cudaMemLocationTypeDevice:
      return is_device(location.id);
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNuma:
    case cudaMemLocationTypeHostNumaCurrent:
      return true;
    default:
      return false;
  }
}

/// Whether these bytes are managed memory, within one allocation.
bool is_managed(const void* pointer, std::size_t size) {
  if (size == 0 || side_of(pointer) != Side::managed) return false;
  const std::uintptr_t address = address_of(pointer);
  if (!machine->memory.arena.contains(address)) return true;  // It is a variable.
  const Allocation* allocation = machine->memory.arena.at(address);
  return allocation && !allocation->freed && allocation->has(address, size);
}

bool is_of_streams(cudaLaunchAttributeID attribute) {
  return attribute == cudaStreamAttributeAccessPolicyWindow ||
         attribute == cudaStreamAttributeSynchronizationPolicy ||
         attribute == cudaStreamAttributePriority;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue* value) {
  const Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  if (!value || !is_of_streams(attribute)) return fail(cudaErrorInvalidValue);
  machine->api.stream_attributes[{stream->id, attribute}].assign(
      reinterpret_cast<const char*>(value), sizeof *value);
  return cudaSuccess;
}
cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue* value) {
  const Stream* stream = stream_from(handle);
  if (!stream) return fail_without_stream(handle);
  if (!value || !is_of_streams(attribute)) return fail(cudaErrorInvalidValue);
  result(value) = {};
  if (attribute == cudaStreamAttributeSynchronizationPolicy)
    value->syncPolicy = cudaSyncPolicyAuto;
  if (attribute == cudaStreamAttributePriority) value->priority = stream->priority;
  const auto& set = machine->api.stream_attributes;
  if (const auto found = set.find({stream->id, attribute}); found != set.end())
    std::memcpy(value, found->second.data(), sizeof *value);
  return cudaSuccess;
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  const Stream *target = stream_from(to), *source = stream_from(from);
  if (!target || !source) return fail(cudaErrorInvalidResourceHandle);
  auto& set = machine->api.stream_attributes;
  const auto begin = set.lower_bound({source->id, 0});
  const auto end = set.lower_bound({source->id + 1, 0});
  const std::vector copied(begin, end);
  for (const auto& [key, value] : copied) set[{target->id, key.second}] = value;
  return cudaSuccess;
}
cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t size,
                                 cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  if (!stream_from(stream)) return fail_without_stream(stream);
  if (flags != 0 || !is_managed(pointer, size)) return fail(cudaErrorInvalidValue);
  return is_place(location) ? cudaSuccess : fail(cudaErrorInvalidDevice);
}
cudaError_t cudaMemAdvise(const void* pointer, size_t size, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  if (!is_managed(pointer, size) || advice < cudaMemAdviseSetReadMostly ||
      advice > cudaMemAdviseUnsetAccessedBy)
    return fail(cudaErrorInvalidValue);
  const bool names_a_place = advice == cudaMemAdviseSetPreferredLocation ||
                             advice == cudaMemAdviseSetAccessedBy ||
                             advice == cudaMemAdviseUnsetAccessedBy;
  if (names_a_place && !is_place(location)) return fail(cudaErrorInvalidDevice);
  return cudaSuccess;
}
// Has no effect: the modelled devices may use managed memory while the host does.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t size,
                                     unsigned int flags) {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  if (!stream_from(stream)) return fail_without_stream(stream);
  const bool is_one_place = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost ||
                            flags == cudaMemAttachSingle;
  const bool is_null_stream = stream_from(stream)->legacy;
  if (!is_one_place || !is_managed(pointer, size == 0 ? 1 : size) ||
      (flags == cudaMemAttachSingle && is_null_stream))
    return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}

}  // extern "C"
