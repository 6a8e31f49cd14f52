// The CUDA runtime API: the modelled devices, their limits, errors.

#include <cstdint>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "cuda_runtime.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_pointers.h"
#include "sim/cuda_api/host_pool.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/host_threads.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;

#define GRIDLOCK_HERE call_site(__builtin_frame_address(0))

namespace {

int multiprocessors(int device) {
  return machine->devices()[static_cast<std::size_t>(device)].multiprocessors();
}

/// One step of the modelled clock takes a nanosecond.
constexpr int kClockKhz = 1'000'000;

int attribute(cudaDeviceAttr attribute, int device) {
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return kThreadsPerBlock;
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY:
      return 1024;
    case cudaDevAttrMaxBlockDimZ:
      return 64;
    case cudaDevAttrMaxGridDimX:
      return kMaxGridX;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ:
      return kMaxGridYz;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return static_cast<int>(kSharedPerBlock);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return static_cast<int>(kDynamicSharedMax);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return static_cast<int>(kSharedPerSm);
    case cudaDevAttrWarpSize:
      return 32;
    case cudaDevAttrMultiProcessorCount:
      return multiprocessors(device);
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return kThreadsPerSm;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return machine->options.device.blocks_per_sm;
    case cudaDevAttrComputeCapabilityMajor:
      return 9;
    case cudaDevAttrComputeCapabilityMinor:
      return 0;
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrGpuOverlap:
      return 1;
    case cudaDevAttrAsyncEngineCount:
      return 2;
    case cudaDevAttrMaxPitch:
      return static_cast<int>(kPitchMax);
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return 65536;
    case cudaDevAttrTotalConstantMemory:
      return 65536;
    case cudaDevAttrL2CacheSize:
      return 50 << 20;
    case cudaDevAttrClockRate:
    case cudaDevAttrMemoryClockRate:
      return kClockKhz;
    default:
      return 0;
  }
}

static_assert(kDeviceHeapLimit == cudaLimitMallocHeapSize);

/// The current device's limit: what was set, or what a device starts with.
cudaError_t find_limit(cudaLimit limit, std::size_t* value) {
  const auto& limits = machine->api.limits;
  const auto set = limits.find({machine->api.device, limit});
  switch (limit) {
    case cudaLimitStackSize:
      *value = 1024;
      break;
    case cudaLimitPrintfFifoSize:
      *value = std::size_t{1} << 20;
      break;
    case cudaLimitMallocHeapSize:
      *value = kDeviceHeapBytes;
      break;
    case cudaLimitDevRuntimePendingLaunchCount:
      *value = 2048;
      break;
    case cudaLimitMaxL2FetchGranularity:
      *value = 128;
      break;
    case cudaLimitPersistingL2CacheSize:
      *value = 0;
      break;
    case cudaLimitDevRuntimeSyncDepth:  // Gone with compute capability 9.0.
      return cudaErrorUnsupportedLimit;
    default:
      return cudaErrorInvalidValue;
  }
  if (set != limits.end()) *value = set->second;
  return cudaSuccess;
}

}  // namespace

namespace gridlock::sim {

cudaError_t fail(cudaError_t error, CallFault fault) {
  machine->api.last_failure = {error, call_site_in_module(__builtin_frame_address(0)),
                               fault, cudaGetErrorName(error), cudaGetErrorString(error)};
  const bool may_be_asked =
      error == cudaErrorNotReady || error == cudaErrorPeerAccessAlreadyEnabled;
  if (machine->api.first_failure.error == 0 && !may_be_asked)
    machine->api.first_failure = machine->api.last_failure;
  machine->api.last_error = error;
  return error;
}

void note_call(const char* call, int first, unsigned second, bool on_device) {
  constexpr std::size_t kMany = 1000;
  auto& calls = machine->api.calls;
  if (!machine->history.recording || calls.size() >= kMany) return;
  calls.push_back({fmt::format(fmt::runtime(call), first, second),
                   call_site_in_module(__builtin_frame_address(0)),
                   on_device ? machine->api.device : -1});
}

}  // namespace gridlock::sim

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  *count = machine->options.device.devices;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  *device = machine->api.device;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  note_call("cudaSetDevice({})", device);
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  machine->api.device = device;
  return cudaSuccess;
}
cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  return is_device(device) ? cudaSuccess : fail(cudaErrorInvalidDevice);
}
cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  machine->current_device().flags = flags;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  *flags = machine->current_device().flags;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  if (!value) return fail(cudaErrorInvalidValue);
  *value = attribute(which, device);
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  if (!prop) return fail(cudaErrorInvalidValue);
  *prop = {};
  std::snprintf(prop->name, sizeof prop->name, "gridlock simulator");
  prop->totalGlobalMem = machine->memory.arena.total_bytes();
  prop->sharedMemPerBlock = kSharedPerBlock;
  prop->sharedMemPerBlockOptin = kDynamicSharedMax;
  prop->sharedMemPerMultiprocessor = kSharedPerSm;
  prop->regsPerBlock = prop->regsPerMultiprocessor = 65536;
  prop->warpSize = 32;
  prop->maxThreadsPerBlock = kThreadsPerBlock;
  prop->maxThreadsDim[0] = prop->maxThreadsDim[1] = 1024;
  prop->maxThreadsDim[2] = 64;
  prop->maxGridSize[0] = kMaxGridX;
  prop->maxGridSize[1] = prop->maxGridSize[2] = kMaxGridYz;
  prop->totalConstMem = 65536;
  prop->major = 9;
  prop->multiProcessorCount = multiprocessors(device);
  prop->maxThreadsPerMultiProcessor = kThreadsPerSm;
  prop->maxBlocksPerMultiProcessor = machine->options.device.blocks_per_sm;
  prop->concurrentKernels = prop->cooperativeLaunch = prop->unifiedAddressing = 1;
  prop->managedMemory = prop->canMapHostMemory = prop->memoryPoolsSupported = 1;
  prop->concurrentManagedAccess = prop->streamPrioritiesSupported = 1;
  prop->hostRegisterSupported = prop->canUseHostPointerForRegisteredMem = 1;
  prop->computePreemptionSupported = 1;
  prop->asyncEngineCount = 2;
  prop->memPitch = kPitchMax;
  prop->l2CacheSize = 50 << 20;
  prop->persistingL2CacheMaxSize = 32768000;
  prop->accessPolicyMaxWindowSize = 128 << 20;
  prop->deviceOverlap = 1;
  prop->clockRate = prop->memoryClockRate = kClockKhz;
  return cudaSuccess;
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  if (!device || !wanted) return fail(cudaErrorInvalidValue);
  // All modelled devices have the same properties but the number of multiprocessors.
  *device = 0;
  for (int each = 0; each < machine->options.device.devices; ++each)
    if (multiprocessors(each) >= wanted->multiProcessorCount) {
      *device = each;
      break;
    }
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  wait_for_device(machine->api.device, "cudaDeviceSynchronize", GRIDLOCK_HERE);
  let_host_threads_run();
  return cudaSuccess;
}
// Everything that belonged to the device is gone.  On a GPU its handles are then
// undefined: an H200 said cudaErrorInvalidResourceHandle, cudaErrorDeviceUninitialized or
// cudaErrorContextIsDestroyed, or ended the program; here they are invalid.  Its memory
// is freed, even where an H200 gives the same address to the next allocation.
cudaError_t cudaDeviceReset() {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  const int device = machine->api.device;
  wait_for_device(device, "cudaDeviceReset", GRIDLOCK_HERE);
  machine->streams.destroy_of(device);
  machine->api.per_thread_streams[device] = 0;
  machine->memory.arena.free_all_of(device, GRIDLOCK_HERE);
  reset_pools_of(device);
  for (Device& each : machine->devices())
    if (each.number() != device)
      machine->current_device().set_reaches(each.number(), false);
  return cudaSuccess;
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  size_t there;
  if (const cudaError_t error = find_limit(limit, &there)) return fail(error);
  machine->api.limits[{machine->api.device, limit}] = value;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (!value) return fail(cudaErrorInvalidValue);
  const cudaError_t error = find_limit(limit, value);
  return error ? fail(error) : cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaGetLastError() {
  note_call("cudaGetLastError()");
  const int error = machine->api.last_error;
  machine->api.last_error = cudaSuccess;
  machine->api.unseen_launch_error_pc = 0;
  return static_cast<cudaError_t>(error);
}
cudaError_t cudaPeekAtLastError() {
  note_call("cudaPeekAtLastError()");
  machine->api.unseen_launch_error_pc = 0;
  return static_cast<cudaError_t>(machine->api.last_error);
}

// Every device is a peer of every other, but not of itself.
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!is_device(device) || !is_device(peer)) return fail(cudaErrorInvalidDevice);
  *can = device != peer;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  note_call("cudaDeviceEnablePeerAccess({}, {})", peer, flags, true);
  if (flags) return fail(cudaErrorInvalidValue);
  Device& device = machine->current_device();
  if (!is_device(peer)) return fail(cudaErrorInvalidDevice);
  if (peer == device.number())
    return fail(cudaErrorPeerAccessUnsupported,
                {.kind = gridlock::CallFault::Kind::own_peer, .event_device = peer});
  if (device.reaches(peer)) return fail(cudaErrorPeerAccessAlreadyEnabled);
  device.set_reaches(peer, true);
  return cudaSuccess;
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  note_call("cudaDeviceDisablePeerAccess({})", peer, 0, true);
  Device& device = machine->current_device();
  if (!is_device(peer)) return fail(cudaErrorInvalidDevice);
  if (peer == device.number() || !device.reaches(peer))
    return fail(cudaErrorPeerAccessNotEnabled);
  wait_for_device(device.number(), "cudaDeviceDisablePeerAccess", GRIDLOCK_HERE);
  device.set_reaches(peer, false);
  return cudaSuccess;
}
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr which, int from,
                                      int to) {
  if (!value) return fail(cudaErrorInvalidValue);
  if (!is_device(from) || !is_device(to) || from == to)
    return fail(cudaErrorInvalidDevice);
  // All links are alike, so each has rank 0, and each supports all atomics.
  *value = which == cudaDevP2PAttrAccessSupported ||
           which == cudaDevP2PAttrNativeAtomicSupported ||
           which == cudaDevP2PAttrCudaArrayAccessSupported;
  return cudaSuccess;
}

}  // extern "C"
