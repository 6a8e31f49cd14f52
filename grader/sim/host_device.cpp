// The CUDA runtime API: the modelled device, errors, launches.
#include <sys/mman.h>
#include <cstdint>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "cuda_runtime.h"
#include "gridlock_launch.h"
#include "sim/call_site.h"
#include "sim/host_api.h"
#include "sim/host_stream.h"
#include "sim/machine.h"

using namespace gridlock::sim;

#define GRIDLOCK_HERE call_site(__builtin_frame_address(0))

namespace {

constexpr int kThreadsPerBlock = 1024;
constexpr int kThreadsPerSm = 2048;
constexpr std::size_t kSharedPerBlock = 48 * 1024;
constexpr std::size_t kSharedPerSm = 228 * 1024;
constexpr int kMaxGridX = 2147483647;
constexpr int kMaxGridYz = 65535;

cudaError_t fail(cudaError_t error) { return static_cast<cudaError_t>(set_error(error)); }

Dim3 to_dim3(const dim3& d) { return {d.x, d.y, d.z}; }

std::unordered_map<const void*, RegisteredKernel>& registry() {
  static std::unordered_map<const void*, RegisteredKernel> kernels;
  return kernels;
}

/// CUDA 13 on an H200 answers so; older runtimes say cudaErrorInvalidConfiguration.
cudaError_t check_shape(const dim3& grid, const dim3& block) {
  const bool empty = !grid.x || !grid.y || !grid.z || !block.x || !block.y || !block.z;
  const bool large = grid.x > unsigned{kMaxGridX} || grid.y > unsigned{kMaxGridYz} ||
                     grid.z > unsigned{kMaxGridYz} || block.x > 1024 || block.y > 1024 ||
                     block.z > 64;
  if (empty || large || to_dim3(block).count() > std::uint64_t{kThreadsPerBlock})
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

cudaError_t check_shared(const void* kernel, std::size_t bytes) {
  const auto& limits = machine->api.dynamic_shared_limit;
  const auto limit = limits.find(kernel);
  const std::size_t allowed =
      limit == limits.end() ? kSharedPerBlock : static_cast<std::size_t>(limit->second);
  return bytes > allowed ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t check_cooperative(const dim3& grid, const dim3& block, std::size_t shared) {
  const std::size_t places =
      machine->current_device().resident_blocks(to_dim3(block).count(), shared);
  return to_dim3(grid).count() > places ? cudaErrorCooperativeLaunchTooLarge
                                        : cudaSuccess;
}

/// A launch that was asked for.
struct Launch {
  const void* kernel;
  const char* name;
  dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
  bool cooperative;
  void (*invoke)(void*);
  void (*destroy)(void*);
};

/// Arguments must not be addresses that mean nothing on the device.
void check_arguments(const void* frame, std::uint64_t pc) {
  const auto* words = static_cast<const std::uintptr_t*>(frame);
  const std::size_t count =
      static_cast<const shim::FrameHead*>(frame)->bytes / sizeof(std::uintptr_t);
  const auto* wrong = std::find_if(words, words + count, host_copy_at);
  if (wrong == words + count) return;
  gridlock::Finding finding;
  finding.kind = gridlock::name(gridlock::Verdict::bad_access);
  finding.what = {gridlock::PassesHostCopy{host_copy_at(*wrong)->name}};
  finding.accesses.push_back(machine->describe(*machine->current, "launch", pc, *wrong));
  machine->report(std::move(finding), fmt::format("bad_access {:x}", pc), true);
}

gridlock::LaunchAttribute unmodelled(cudaLaunchAttributeID id) {
  using Kind = gridlock::LaunchAttribute::Kind;
  const int number = static_cast<int>(id);
  switch (id) {
    case cudaLaunchAttributeProgrammaticStreamSerialization:
    case cudaLaunchAttributeProgrammaticEvent:
    case cudaLaunchAttributeLaunchCompletionEvent:
      return {Kind::dependent_launch, number};
    case cudaLaunchAttributeClusterDimension:
    case cudaLaunchAttributePreferredClusterDimension:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
      return {Kind::clusters, number};
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributeMemSyncDomainMap:
      return {Kind::memory_domains, number};
    default:
      return {Kind::other, number};
  }
}

/// Issues the launch; takes over the frame whatever happens.
cudaError_t launch(const Launch& asked, void* frame, std::uint64_t pc) {
  if (!machine->current->is_host())
    machine->report_misuse(gridlock::Misuse::Kind::kernel_launches_kernel, pc);
  Stream* stream = stream_from(asked.stream);
  // The kernel runs on the stream's device, current or not.  The programming guide says
  // that such a launch fails; with CUDA 13.0 it runs, on two H200s.
  cudaError_t error =
      stream ? check_shape(asked.grid, asked.block) : cudaErrorInvalidResourceHandle;
  if (machine->in_host_function()) error = cudaErrorNotPermitted;
  const RegisteredKernel* known = registered_kernel(asked.kernel);
  if (error == cudaSuccess && known && known->max_threads != 0 &&
      to_dim3(asked.block).count() > known->max_threads)
    error = cudaErrorInvalidValue;
  if (error == cudaSuccess) error = check_shared(asked.kernel, asked.shared);
  if (error == cudaSuccess && asked.cooperative)
    error = check_cooperative(asked.grid, asked.block, asked.shared);
  if (error != cudaSuccess) {
    asked.destroy(frame);
    machine->api.unseen_launch_error_pc = pc;
    machine->api.unseen_launch_error =
        fmt::format("{} ({})", cudaGetErrorName(error), cudaGetErrorString(error));
    return fail(error);
  }
  check_arguments(frame, pc);
  Task& task = machine->streams.issue(*stream, Task::Kind::kernel, "launch", pc);
  task.kernel = std::make_unique<Kernel>();
  Kernel& kernel = *task.kernel;
  kernel.name = asked.name ? asked.name : "kernel";
  kernel.grid = to_dim3(asked.grid);
  kernel.block = to_dim3(asked.block);
  kernel.dynamic_shared = asked.shared;
  kernel.device = stream->device;
  kernel.image = machine->module.use_image(kernel.device);
  kernel.cooperative = asked.cooperative;
  kernel.invoke = asked.invoke;
  kernel.destroy = asked.destroy;
  kernel.frame = frame;
  machine->wake_host();
  machine->synchronization_point();
  return cudaSuccess;
}

/// Whether these bytes are mapped.
bool is_mapped(std::uintptr_t address, std::size_t size) {
  constexpr std::uintptr_t kPage = 4096;
  const std::uintptr_t begin = address & ~(kPage - 1);
  return msync(reinterpret_cast<void*>(begin), address + size - begin, MS_ASYNC) == 0;
}

/// What is wrong with an element of the `args` of a launch by address; nothing if it is
/// well.
std::optional<gridlock::UnreadableArgument> wrong_with_argument(const void* element,
                                                                std::size_t bytes) {
  using Wrong = gridlock::UnreadableArgument::Wrong;
  const auto address = reinterpret_cast<std::uintptr_t>(element);
  gridlock::UnreadableArgument wrong;
  if (machine->arena.contains(address)) {
    const Allocation* allocation = machine->arena.at(address);
    const bool outside = !allocation || allocation->freed;
    if (!outside && allocation->kind != MemoryKind::device) return std::nullopt;
    wrong.wrong = outside ? Wrong::outside : Wrong::on_device;
    if (!outside) wrong.location = machine->name_of(address);
    return wrong;
  }
  if (element && is_mapped(address, bytes)) return std::nullopt;
  wrong.wrong = element ? Wrong::no_address : Wrong::null;
  wrong.location.kind = gridlock::Location::Kind::address;
  wrong.location.address = address;
  return wrong;
}

/// An array of the arguments themselves has the same type as one of their addresses.
void check_argument_addresses(const RegisteredKernel& kernel, void** args,
                              std::uint64_t pc) {
  for (std::size_t i = 0; kernel.argument_bytes[i] != 0; ++i) {
    auto wrong = args ? wrong_with_argument(args[i], kernel.argument_bytes[i])
                      : gridlock::UnreadableArgument{};
    if (!wrong) continue;
    wrong->number = i + 1;
    wrong->kernel = kernel.name ? kernel.name : "";
    gridlock::Finding finding;
    finding.kind = gridlock::name(gridlock::Verdict::bad_access);
    finding.what = {*wrong};
    finding.missing = {gridlock::ArgumentsByAddress{}};
    finding.accesses.push_back(machine->describe(*machine->current, "launch", pc, 0));
    machine->report(std::move(finding), fmt::format("bad_access {:x}", pc), true);
  }
}

cudaError_t launch_by_address(const void* func, dim3 grid, dim3 block, void** args,
                              std::size_t shared, cudaStream_t stream, bool cooperative,
                              std::uint64_t pc) {
  const RegisteredKernel* known = registered_kernel(func);
  if (!known) return fail(cudaErrorInvalidResourceHandle);
  check_argument_addresses(*known, args, pc);
  return launch({func, known->name, grid, block, shared, stream, cooperative,
                 known->invoke, known->destroy},
                known->make_frame(func, args), pc);
}

int attribute(cudaDeviceAttr attribute) {
  const auto& device = machine->options.device;
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
      return device.sms;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return kThreadsPerSm;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return device.blocks_per_sm;
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
    default:
      return 0;
  }
}

bool is_device(int device) {
  return device >= 0 && device < machine->options.device.devices;
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

int set_error(int error) {
  machine->api.last_failure = {error, call_site_in_module(__builtin_frame_address(0))};
  return machine->api.last_error = error;
}

const RegisteredKernel* registered_kernel(const void* kernel) {
  const auto found = registry().find(kernel);
  return found == registry().end() ? nullptr : &found->second;
}

}  // namespace gridlock::sim

extern "C" {

void gridlock_register_kernel(const void* kernel, const char* name,
                              void* (*make_frame)(const void*, void**),
                              void (*invoke)(void*), void (*destroy)(void*),
                              const size_t* argument_bytes) {
  registry().try_emplace(
      kernel, RegisteredKernel{name, make_frame, invoke, destroy, argument_bytes, 0});
}

void gridlock_register_launch_bounds(const void* kernel, unsigned long long threads) {
  if (const auto found = registry().find(kernel); found != registry().end())
    found->second.max_threads = threads;
}

void gridlock_launch(const gridlock_launch_config* config, const void* kernel,
                     const char* text, void (*invoke)(void*), void (*destroy)(void*),
                     void* frame) {
  launch({kernel, text, config->grid, config->block, config->shared_bytes, config->stream,
          false, invoke, destroy},
         frame, GRIDLOCK_HERE);
}

cudaError_t cudaLaunchKernel(const void* func, dim3 grid, dim3 block, void** args,
                             size_t shared, cudaStream_t stream) {
  return launch_by_address(func, grid, block, args, shared, stream, false, GRIDLOCK_HERE);
}
cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 grid, dim3 block,
                                        void** args, size_t shared, cudaStream_t stream) {
  return launch_by_address(func, grid, block, args, shared, stream, true, GRIDLOCK_HERE);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func,
                                void** args) {
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    // Priorities are hints.
    if (attribute.id == cudaLaunchAttributeIgnore ||
        attribute.id == cudaLaunchAttributePriority)
      continue;
    if (attribute.id != cudaLaunchAttributeCooperative) {
      machine->report_misuse(unmodelled(attribute.id), GRIDLOCK_HERE);
      return fail(cudaErrorNotSupported);
    }
    cooperative = attribute.val.cooperative != 0;
  }
  return launch_by_address(func, config->gridDim, config->blockDim, args,
                           config->dynamicSmemBytes, config->stream, cooperative,
                           GRIDLOCK_HERE);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* func) {
  if (!attributes || !func) return fail(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->sharedSizeBytes = machine->module.shared().size;
  const RegisteredKernel* known = registered_kernel(func);
  attributes->maxThreadsPerBlock = known && known->max_threads != 0
                                       ? static_cast<int>(known->max_threads)
                                       : kThreadsPerBlock;
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  const auto& limits = machine->api.dynamic_shared_limit;
  const auto limit = limits.find(func);
  attributes->maxDynamicSharedSizeBytes =
      limit == limits.end() ? static_cast<int>(kSharedPerBlock) : limit->second;
  return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute which, int value) {
  if (!func) return fail(cudaErrorInvalidDeviceFunction);
  if (which != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  if (value < 0 || static_cast<std::size_t>(value) > kDynamicSharedMax)
    return fail(cudaErrorInvalidValue);
  machine->api.dynamic_shared_limit[func] = value;
  return cudaSuccess;
}
cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) { return cudaSuccess; }

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* func, int threads, size_t shared, unsigned int) {
  if (!blocks || threads <= 0) return fail(cudaErrorInvalidValue);
  if (!func) return fail(cudaErrorInvalidDeviceFunction);
  *blocks = threads > kThreadsPerBlock
                ? 0
                : static_cast<int>(machine->current_device().resident_blocks_per_sm(
                      static_cast<std::size_t>(threads), shared));
  return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* func,
                                                          int threads, size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, func, threads,
                                                                shared, 0);
}

cudaError_t cudaGetDeviceCount(int* count) {
  *count = machine->options.device.devices;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  *device = machine->api.device;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
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
  *value = attribute(which);
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  if (!prop) return fail(cudaErrorInvalidValue);
  *prop = {};
  std::snprintf(prop->name, sizeof prop->name, "gridlock simulator");
  prop->totalGlobalMem = machine->arena.total_bytes();
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
  prop->multiProcessorCount = machine->options.device.sms;
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
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  wait_for_device(machine->api.device, "cudaDeviceSynchronize", GRIDLOCK_HERE);
  return cudaSuccess;
}
// What was the device's is gone.  On a GPU its handles are then undefined: an H200 said
// cudaErrorInvalidResourceHandle, cudaErrorDeviceUninitialized or
// cudaErrorContextIsDestroyed, or ended the program; here they are invalid.  Its memory
// is freed, also where an H200 gives the same address to the next who asks.
cudaError_t cudaDeviceReset() {
  GRIDLOCK_NOT_IN_HOST_FUNCTION;
  const int device = machine->api.device;
  wait_for_device(device, "cudaDeviceReset", GRIDLOCK_HERE);
  machine->streams.destroy_of(device);
  machine->api.per_thread_streams[device] = 0;
  machine->arena.free_all_of(device, GRIDLOCK_HERE);
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
  const int error = machine->api.last_error;
  machine->api.last_error = cudaSuccess;
  machine->api.unseen_launch_error_pc = 0;
  return static_cast<cudaError_t>(error);
}
cudaError_t cudaPeekAtLastError() {
  machine->api.unseen_launch_error_pc = 0;
  return static_cast<cudaError_t>(machine->api.last_error);
}

// Every device is every other's peer, but not its own.
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!is_device(device) || !is_device(peer)) return fail(cudaErrorInvalidDevice);
  *can = device != peer;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  if (flags) return fail(cudaErrorInvalidValue);
  Device& device = machine->current_device();
  if (!is_device(peer)) return fail(cudaErrorInvalidDevice);
  if (peer == device.number()) return fail(cudaErrorPeerAccessUnsupported);
  if (device.reaches(peer)) return fail(cudaErrorPeerAccessAlreadyEnabled);
  device.set_reaches(peer, true);
  return cudaSuccess;
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
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
  // All links are alike, so each has the rank 0, and none does atomics only in part.
  *value = which == cudaDevP2PAttrAccessSupported ||
           which == cudaDevP2PAttrNativeAtomicSupported ||
           which == cudaDevP2PAttrCudaArrayAccessSupported;
  return cudaSuccess;
}

}  // extern "C"
