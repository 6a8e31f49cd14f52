// The CUDA runtime API: the modelled devices, their limits, errors.

#include <cstdint>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

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

namespace {

int multiprocessors(int device) {
  return machine->devices[static_cast<std::size_t>(device)].multiprocessors();
}

/// One step of the modelled clock takes a nanosecond.
constexpr int kClockKhz = 1'000'000;

/// An attribute of all modelled devices.  Features that they lack have the value 0.
struct Attribute {
  cudaDeviceAttr which;
  int value;
  int cudaDeviceProp::* member = nullptr;  ///< Null if no int member holds it.
};

using Prop = cudaDeviceProp;
constexpr Attribute kAttributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, kThreadsPerBlock, &Prop::maxThreadsPerBlock},
    {cudaDevAttrMaxBlockDimX, 1024},
    {cudaDevAttrMaxBlockDimY, 1024},
    {cudaDevAttrMaxBlockDimZ, 64},
    {cudaDevAttrMaxGridDimX, kMaxGridX},
    {cudaDevAttrMaxGridDimY, kMaxGridYz},
    {cudaDevAttrMaxGridDimZ, kMaxGridYz},
    {cudaDevAttrMaxSharedMemoryPerBlock, kSharedPerBlock},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, kDynamicSharedMax},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, kSharedPerSm},
    {cudaDevAttrReservedSharedMemoryPerBlock, 0},
    {cudaDevAttrTotalConstantMemory, 65536},
    {cudaDevAttrWarpSize, 32, &Prop::warpSize},
    {cudaDevAttrMaxPitch, kPitchMax},
    {cudaDevAttrMaxRegistersPerBlock, 65536, &Prop::regsPerBlock},
    {cudaDevAttrMaxRegistersPerMultiprocessor, 65536, &Prop::regsPerMultiprocessor},
    {cudaDevAttrMaxThreadsPerMultiProcessor, kThreadsPerSm,
     &Prop::maxThreadsPerMultiProcessor},
    {cudaDevAttrClockRate, kClockKhz, &Prop::clockRate},
    {cudaDevAttrMemoryClockRate, kClockKhz, &Prop::memoryClockRate},
    {cudaDevAttrGlobalMemoryBusWidth, 5120, &Prop::memoryBusWidth},
    {cudaDevAttrGlobalL1CacheSupported, 1, &Prop::globalL1CacheSupported},
    {cudaDevAttrLocalL1CacheSupported, 1, &Prop::localL1CacheSupported},
    {cudaDevAttrL2CacheSize, 50 << 20, &Prop::l2CacheSize},
    {cudaDevAttrMaxPersistingL2CacheSize, 32768000, &Prop::persistingL2CacheMaxSize},
    {cudaDevAttrMaxAccessPolicyWindowSize, 128 << 20, &Prop::accessPolicyMaxWindowSize},
    {cudaDevAttrComputeCapabilityMajor, 9, &Prop::major},
    {cudaDevAttrComputeCapabilityMinor, 0},
    {cudaDevAttrAsyncEngineCount, 2, &Prop::asyncEngineCount},
    {cudaDevAttrGpuOverlap, 1, &Prop::deviceOverlap},
    {cudaDevAttrConcurrentKernels, 1, &Prop::concurrentKernels},
    {cudaDevAttrCooperativeLaunch, 1, &Prop::cooperativeLaunch},
    {cudaDevAttrClusterLaunch, 1, &Prop::clusterLaunch},
    {cudaDevAttrUnifiedAddressing, 1, &Prop::unifiedAddressing},
    {cudaDevAttrManagedMemory, 1, &Prop::managedMemory},
    {cudaDevAttrConcurrentManagedAccess, 1, &Prop::concurrentManagedAccess},
    {cudaDevAttrCanMapHostMemory, 1, &Prop::canMapHostMemory},
    {cudaDevAttrHostRegisterSupported, 1, &Prop::hostRegisterSupported},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, 1,
     &Prop::canUseHostPointerForRegisteredMem},
    {cudaDevAttrMemoryPoolsSupported, 1, &Prop::memoryPoolsSupported},
    {cudaDevAttrMemoryPoolSupportedHandleTypes, 0},
    {cudaDevAttrStreamPrioritiesSupported, 1, &Prop::streamPrioritiesSupported},
    {cudaDevAttrComputePreemptionSupported, 1, &Prop::computePreemptionSupported},
    {cudaDevAttrPageableMemoryAccess, 0},
    {cudaDevAttrPageableMemoryAccessUsesHostPageTables, 0},
    {cudaDevAttrDirectManagedMemAccessFromHost, 0},
    {cudaDevAttrComputeMode, cudaComputeModeDefault},
    {cudaDevAttrKernelExecTimeout, 0},
    {cudaDevAttrIntegrated, 0},
    {cudaDevAttrIsMultiGpuBoard, 0},
    {cudaDevAttrEccEnabled, 0},
    {cudaDevAttrTccDriver, 0},
    {cudaDevAttrPciDomainId, 0},
    {cudaDevAttrPciDeviceId, 0},
};

std::optional<int> attribute(cudaDeviceAttr which, int device) {
  if (which == cudaDevAttrMultiProcessorCount) return multiprocessors(device);
  if (which == cudaDevAttrPciBusId) return device + 1;
  if (which == cudaDevAttrMaxBlocksPerMultiprocessor)
    return machine->options.device.blocks_per_sm;
  for (const Attribute& each : kAttributes)
    if (each.which == which) return each.value;
  return std::nullopt;
}

static_assert(kDeviceHeapLimit == cudaLimitMallocHeapSize);

constexpr std::pair<cudaLimit, std::size_t> kLimits[] = {
    {cudaLimitStackSize, 1024},
    {cudaLimitPrintfFifoSize, std::size_t{1} << 20},
    {cudaLimitMallocHeapSize, kDeviceHeapBytes},
    {cudaLimitDevRuntimePendingLaunchCount, 2048},
    {cudaLimitMaxL2FetchGranularity, 128},
    {cudaLimitPersistingL2CacheSize, 0}};

/// The current device's limit: the value that the program has set, or the initial one.
cudaError_t find_limit(cudaLimit limit, std::size_t* value) {
  // Compute capability 9.0 no longer has this limit.
  if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
  const auto& limits = machine->api.limits;
  const auto set = limits.find({machine->api.device, limit});
  for (const auto& [known, initial] : kLimits) {
    if (known != limit) continue;
    *value = set == limits.end() ? initial : set->second;
    return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

}  // namespace

namespace gridlock::sim {

cudaError_t fail(cudaError_t error, CallFault fault) {
  constexpr std::uint64_t kCallMost = 256;  // Bytes of the code that passes arguments.
  const std::uint64_t pc = call_site_in_module(__builtin_frame_address(0));
  machine->api.last_failure = {error, pc, fault, cudaGetErrorName(error),
                               cudaGetErrorString(error)};
  const bool may_be_asked =
      error == cudaErrorNotReady || error == cudaErrorPeerAccessAlreadyEnabled;
  if (machine->api.first_failure.error == 0 && !may_be_asked)
    machine->api.first_failure = machine->api.last_failure;
  if (machine->api.dropped_failure.error == 0 &&
      error != cudaErrorPeerAccessAlreadyEnabled &&
      pc - machine->api.dropping_pc < kCallMost)
    machine->api.dropped_failure = machine->api.last_failure;
  machine->api.last_error = error;
  return error;
}

void note_call(const char* call, int first, unsigned second, bool on_device) {
  constexpr std::size_t kMany = 1000;
  auto& calls = machine->api.calls;
  if (!machine->history.recording) return;
  const ApiState::HostCall made{fmt::format(fmt::runtime(call), first, second),
                                call_site_in_module(__builtin_frame_address(0)),
                                on_device ? machine->api.device : -1};
  const auto known = std::ranges::find_if(calls, [&](const ApiState::HostCall& other) {
    return other.pc == made.pc && other.call == made.call && other.device == made.device;
  });
  if (known != calls.end())
    ++known->times;
  else if (calls.size() < kMany)
    calls.push_back(made);
}

}  // namespace gridlock::sim

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  result(count) = machine->options.device.devices;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  result(device) = machine->api.device;
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
  result(flags) = machine->current_device().flags;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  const std::optional<int> found = attribute(which, device);
  if (!value || !found) return fail(cudaErrorInvalidValue);
  result(value) = *found;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  if (!prop) return fail(cudaErrorInvalidValue);
  result(prop) = {};
  std::snprintf(prop->name, sizeof prop->name, "gridlock simulator");
  for (const Attribute& each : kAttributes)
    if (each.member) prop->*each.member = each.value;
  prop->totalGlobalMem = machine->memory.arena.total_bytes();
  prop->sharedMemPerBlock = kSharedPerBlock;
  prop->sharedMemPerBlockOptin = kDynamicSharedMax;
  prop->sharedMemPerMultiprocessor = kSharedPerSm;
  prop->maxThreadsDim[0] = prop->maxThreadsDim[1] = 1024;
  prop->maxThreadsDim[2] = 64;
  prop->maxGridSize[0] = kMaxGridX;
  prop->maxGridSize[1] = prop->maxGridSize[2] = kMaxGridYz;
  prop->totalConstMem = 65536;
  prop->memPitch = kPitchMax;
  prop->multiProcessorCount = multiprocessors(device);
  prop->pciBusID = device + 1;
  prop->maxBlocksPerMultiProcessor = machine->options.device.blocks_per_sm;
  return cudaSuccess;
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  if (!device || !wanted) return fail(cudaErrorInvalidValue);
  // All modelled devices are alike except for the number of multiprocessors.
  result(device) = 0;
  for (int each = 0; each < machine->options.device.devices; ++each)
    if (multiprocessors(each) >= wanted->multiProcessorCount) {
      result(device) = each;
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
// Destroys everything that belonged to the device.  On a GPU, using one of its handles is
// then undefined: an H200 returned cudaErrorInvalidResourceHandle,
// cudaErrorDeviceUninitialized or cudaErrorContextIsDestroyed, or ended the program.
// Here the handles are invalid.  Its memory counts as freed, even where an H200 gives the
// same address to the next allocation.
cudaError_t cudaDeviceReset() {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  const int device = machine->api.device;
  wait_for_device(device, "cudaDeviceReset", GRIDLOCK_HERE);
  machine->streams.destroy_of(device);
  machine->api.per_thread_streams[device] = 0;
  machine->memory.arena.free_all_of(device, GRIDLOCK_HERE);
  reset_pool_of(device);
  for (Device& each : machine->devices)
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
  size_t found;
  if (!value) return fail(cudaErrorInvalidValue);
  if (const cudaError_t error = find_limit(limit, &found)) return fail(error);
  result(value) = found;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  result(config) = cudaFuncCachePreferNone;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) {
  result(version) = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  result(version) = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaGetLastError() {
  note_call("cudaGetLastError()");
  const int error = machine->api.last_error;
  machine->api.last_error = cudaSuccess;
  machine->api.unseen_launch_error_pc = 0;
  machine->api.dropped_failure = {};
  return static_cast<cudaError_t>(error);
}
cudaError_t cudaPeekAtLastError() {
  note_call("cudaPeekAtLastError()");
  machine->api.unseen_launch_error_pc = 0;
  machine->api.dropped_failure = {};
  return static_cast<cudaError_t>(machine->api.last_error);
}

// Every device is a peer of every other, but not of itself.
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!is_device(device) || !is_device(peer)) return fail(cudaErrorInvalidDevice);
  result(can) = device != peer;
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
  switch (which) {
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrNativeAtomicSupported:
      result(value) = 1;
      return cudaSuccess;
    case cudaDevP2PAttrPerformanceRank:
    case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
      result(value) = 0;
      return cudaSuccess;
  }
  return fail(cudaErrorInvalidValue);
}

}  // extern "C"
