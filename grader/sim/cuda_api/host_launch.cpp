// The CUDA runtime API: launches, and queries about kernels.
#include <sys/mman.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "cuda_runtime.h"
#include "gridlock_launch.h"
#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_graph.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/cuda_api/the_machine.h"

using namespace gridlock::sim;
using gridlock::CallFault;

namespace {

/// Whether the address may be a kernel's.
bool is_function(const void* func) {
  return machine->module.whole().contains(reinterpret_cast<std::uintptr_t>(func));
}

Dim3 to_dim3(const dim3& d) { return {d.x, d.y, d.z}; }

std::unordered_map<const void*, RegisteredKernel>& registry() {
  static std::unordered_map<const void*, RegisteredKernel> kernels;
  return kernels;
}

/// The limit that the grid or the block exceeds.  CUDA 13 on an H200 returns
/// cudaErrorInvalidValue; older runtimes return cudaErrorInvalidConfiguration.
CallFault wrong_with_shape(const dim3& grid, const dim3& block) {
  const struct {
    CallFault::Kind kind;
    std::uint64_t asked, most;
    const char* axis;
  } sizes[] = {{CallFault::Kind::grid_axis, grid.x, kMaxGridX, "x"},
               {CallFault::Kind::grid_axis, grid.y, kMaxGridYz, "y"},
               {CallFault::Kind::grid_axis, grid.z, kMaxGridYz, "z"},
               {CallFault::Kind::block_axis, block.x, 1024, "x"},
               {CallFault::Kind::block_axis, block.y, 1024, "y"},
               {CallFault::Kind::block_axis, block.z, 64, "z"}};
  for (const auto& size : sizes)
    if (size.asked == 0 || size.asked > size.most)
      return {
          .kind = size.kind, .asked = size.asked, .most = size.most, .axis = size.axis};
  const std::uint64_t threads = to_dim3(block).count();
  if (threads <= std::uint64_t{kThreadsPerBlock}) return {};
  return {.kind = CallFault::Kind::threads, .asked = threads, .most = kThreadsPerBlock};
}

CallFault wrong_with_shared(const void* kernel, std::size_t bytes) {
  const auto& limits = machine->api.dynamic_shared_limit;
  const auto limit = limits.find(kernel);
  const std::size_t allowed =
      limit == limits.end() ? kSharedPerBlock : static_cast<std::size_t>(limit->second);
  if (bytes <= allowed) return {};
  return {.kind = CallFault::Kind::shared,
          .asked = bytes,
          .most = allowed,
          .most_on_request = bytes <= kDynamicSharedMax ? kDynamicSharedMax : 0};
}

CallFault wrong_with_cooperative(const dim3& grid, const dim3& block,
                                 std::size_t shared) {
  const std::uint64_t places =
      machine->current_device().resident_blocks(to_dim3(block).count(), shared);
  const std::uint64_t blocks = to_dim3(grid).count();
  if (blocks <= places) return {};
  return {.kind = CallFault::Kind::resident, .asked = blocks, .most = places};
}

/// The largest cluster of such blocks of this kernel: up to 8 blocks or, with
/// cudaFuncAttributeNonPortableClusterSizeAllowed, up to 16, if the device has room.
std::uint64_t largest_cluster(const void* kernel, const Dim3& block, std::size_t shared) {
  constexpr std::uint64_t kPortable = 8;
  const bool allowed = machine->api.large_clusters.count(kernel) != 0;
  return std::min<std::uint64_t>(
      allowed ? kClusterMax : kPortable,
      machine->current_device().resident_blocks(block.count(), shared));
}

/// The error for a launch with this cluster, as CUDA 13 returns it on an H100.
cudaError_t check_cluster(const void* kernel, const Dim3& cluster, const dim3& grid,
                          const Dim3& block, std::size_t shared) {
  if (cluster.count() == 0 || grid.x % cluster.x != 0 || grid.y % cluster.y != 0 ||
      grid.z % cluster.z != 0)
    return cudaErrorInvalidClusterSize;
  return cluster.count() > largest_cluster(kernel, block, shared)
             ? cudaErrorInvalidClusterSize
             : cudaSuccess;
}

/// The error if the scenario has ordered this launch to fail; otherwise cudaSuccess.
cudaError_t ordered_failure() {
  auto& ordered = machine->api.launch_to_fail;
  if (ordered.error == 0 || ordered.has_failed) return cudaSuccess;
  if (ordered.others_before-- > 0) return cudaSuccess;
  ordered.has_failed = true;
  return static_cast<cudaError_t>(ordered.error);
}

/// The cluster that the launch sets; nothing if it sets none.
std::optional<Dim3> cluster_of(const cudaLaunchConfig_t& config) {
  std::optional<Dim3> cluster;
  for (unsigned i = 0; i < config.numAttrs; ++i)
    if (config.attrs[i].id == cudaLaunchAttributeClusterDimension) {
      const auto& dim = config.attrs[i].val.clusterDim;
      cluster = Dim3{dim.x, dim.y, dim.z};
    }
  return cluster;
}

/// A launch as requested.
struct Launch {
  const void* kernel;
  const char* name;
  dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
  bool cooperative;
  Dim3 cluster;
  void (*invoke)(void*);
  void (*destroy)(void*);
};

/// Reports an argument that is the address of the host's copy of a device variable.
void check_arguments(const void* frame, std::uint64_t pc) {
  const auto* words = static_cast<const std::uintptr_t*>(frame);
  const std::size_t count =
      static_cast<const shim::FrameHead*>(frame)->bytes / sizeof(std::uintptr_t);
  const auto* wrong = std::find_if(words, words + count, host_copy_at);
  if (wrong == words + count) return;
  machine->report_bad_argument(gridlock::PassesHostCopy{host_copy_at(*wrong)->name},
                               *wrong, pc);
}

gridlock::LaunchAttribute unmodelled(cudaLaunchAttributeID id) {
  using Kind = gridlock::LaunchAttribute::Kind;
  const int number = static_cast<int>(id);
  switch (id) {
    case cudaLaunchAttributeProgrammaticStreamSerialization:
    case cudaLaunchAttributeProgrammaticEvent:
    case cudaLaunchAttributeLaunchCompletionEvent:
      return {Kind::dependent_launch, number};
    case cudaLaunchAttributePreferredClusterDimension:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
      return {Kind::preferred_clusters, number};
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributeMemSyncDomainMap:
      return {Kind::memory_domains, number};
    default:
      return {Kind::other, number};
  }
}

/// The kernel object of a launch, still without arguments.
std::unique_ptr<Kernel> kernel_of(const Launch& asked, const Stream& stream) {
  auto kernel = std::make_unique<Kernel>();
  kernel->name = asked.name ? asked.name : "kernel";
  kernel->grid = to_dim3(asked.grid);
  kernel->block = to_dim3(asked.block);
  kernel->dynamic_shared = asked.shared;
  kernel->device = stream.device;
  kernel->image = machine->memory.use_image(kernel->device);
  kernel->cooperative = asked.cooperative;
  kernel->cluster = asked.cluster;
  kernel->invoke = asked.invoke;
  return kernel;
}

/// Destroys the launch's copy of the arguments on the host's behalf, although at this
/// point the kernel's last thread is running.
void destroy_arguments(void (*destroy)(void*), void* frame) {
  if (machine)
    machine->as_host([=] { destroy(frame); });
  else
    destroy(frame);
}

/// Passes the frame of arguments to the kernel, which destroys it when it has ended.
void give_arguments(Kernel& kernel, void* frame, std::function<void(void*)> destroy) {
  kernel.frame = frame;
  kernel.frame_bytes = static_cast<const shim::FrameHead*>(frame)->bytes;
  kernel.destroy = std::move(destroy);
}

/// Captures a node that launches the kernel with the same arguments each time.
void capture_launch(Capture& capture, const Stream& stream, const Launch& asked,
                    void* frame) {
  const std::shared_ptr<void> kept(
      frame, [destroy = asked.destroy](void* each) { destroy_arguments(destroy, each); });
  const auto issue = [asked, kept](Stream& target, std::uint64_t pc) {
    Task& task = machine->streams.issue_kernel(target, kernel_of(asked, target), pc);
    give_arguments(*task.kernel, kept.get(), [kept](void*) {});
  };
  capture_node(capture, stream, {.type = cudaGraphNodeTypeKernel, .issue = issue});
}

/// The limit of an ordinary launch that this one exceeds.
CallFault wrong_with_size(const Launch& asked) {
  CallFault fault = wrong_with_shape(asked.grid, asked.block);
  if (fault.kind != CallFault::Kind::none) return fault;
  const RegisteredKernel* known = registered_kernel(asked.kernel);
  const std::uint64_t threads = to_dim3(asked.block).count();
  if (known && known->max_threads != 0 && threads > known->max_threads)
    return {.kind = CallFault::Kind::threads_of_kernel,
            .asked = threads,
            .most = known->max_threads};
  return wrong_with_shared(asked.kernel, asked.shared);
}

/// Issues the launch; takes ownership of the frame, even if the launch fails.
cudaError_t launch(const Launch& asked, void* frame, std::uint64_t pc) {
  if (!machine->current()->is_host())
    machine->report_misuse(gridlock::Misuse::Kind::kernel_launches_kernel, pc);
  Stream* stream = stream_from(asked.stream);
  // The kernel runs on the stream's device, even if another one is current.  The
  // programming guide says that such a launch fails; with CUDA 13.0, on two H200s, it
  // runs.
  cudaError_t error = stream ? cudaSuccess : cudaErrorInvalidResourceHandle;
  if (machine->in_host_function()) error = cudaErrorNotPermitted;
  CallFault fault;
  if (error == cudaSuccess) fault = wrong_with_size(asked);
  if (fault.kind != CallFault::Kind::none) error = cudaErrorInvalidValue;
  if (error == cudaSuccess) error = ordered_failure();
  if (error == cudaSuccess && asked.cluster.count() != 1)
    error = check_cluster(asked.kernel, asked.cluster, asked.grid, to_dim3(asked.block),
                          asked.shared);
  if (error == cudaSuccess && asked.cooperative) {
    fault = wrong_with_cooperative(asked.grid, asked.block, asked.shared);
    if (fault.kind != CallFault::Kind::none) error = cudaErrorCooperativeLaunchTooLarge;
  }
  if (error != cudaSuccess) {
    asked.destroy(frame);
    machine->api.unseen_launch_error_pc = pc;
    machine->api.unseen_launch_error =
        fmt::format("{} ({})", cudaGetErrorName(error), cudaGetErrorString(error));
    machine->api.unseen_launch_fault = fault;
    return fail(error, fault);
  }
  check_arguments(frame, pc);
  if (Capture* capture = capture_of(*stream)) {
    capture_launch(*capture, *stream, asked, frame);
    return cudaSuccess;
  }
  Task& task = machine->streams.issue_kernel(*stream, kernel_of(asked, *stream), pc);
  give_arguments(*task.kernel, frame, [destroy = asked.destroy](void* arguments) {
    destroy_arguments(destroy, arguments);
  });
  machine->wake_host();
  machine->turns.synchronization_point();
  return cudaSuccess;
}

/// Whether these bytes are mapped.
bool is_mapped(std::uintptr_t address, std::size_t size) {
  constexpr std::uintptr_t kPage = 4096;
  const std::uintptr_t begin = address & ~(kPage - 1);
  return msync(reinterpret_cast<void*>(begin), address + size - begin, MS_ASYNC) == 0;
}

/// What is wrong with an element of the `args` of a launch by address; nothing if it is
/// right.
std::optional<gridlock::UnreadableArgument> wrong_with_argument(const void* element,
                                                                std::size_t bytes) {
  using Wrong = gridlock::UnreadableArgument::Wrong;
  const auto address = reinterpret_cast<std::uintptr_t>(element);
  gridlock::UnreadableArgument wrong;
  if (machine->memory.arena.contains(address)) {
    const Allocation* allocation = machine->memory.arena.at(address);
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

/// Whether these four bytes seem to be the lower half of a pointer: together with the
/// next four they are the address of some memory.
bool is_half_pointer(const void* element, std::size_t bytes) {
  constexpr std::uintptr_t kSmall = 1 << 16;  // Smaller values are more likely numbers.
  const std::uintptr_t address = address_of(element);
  std::uintptr_t whole = 0;
  if (bytes != sizeof whole / 2 || address % sizeof whole != 0 ||
      !is_mapped(address, sizeof whole))
    return false;
  std::memcpy(&whole, element, sizeof whole);
  return whole >> 32 != 0 && whole >> 47 == 0 &&
         static_cast<std::uint32_t>(whole) >= kSmall && is_mapped(whole, bytes);
}

/// Reports an element of `args` that cannot be the address of an argument.  It may be the
/// argument itself: the compiler accepts both.
void check_argument_addresses(const RegisteredKernel& kernel, void** args,
                              std::uint64_t pc) {
  for (std::size_t i = 0; kernel.argument_bytes[i] != 0; ++i) {
    auto wrong = args ? wrong_with_argument(args[i], kernel.argument_bytes[i])
                      : gridlock::UnreadableArgument{};
    auto& half = machine->api.half_pointer;
    if (!wrong && !half && is_half_pointer(args[i], kernel.argument_bytes[i]))
      half = gridlock::PassesHalfPointer{
          {pc}, i + 1, kernel.name ? kernel.name : "the kernel"};
    if (!wrong) continue;
    wrong->number = i + 1;
    wrong->kernel = kernel.name ? kernel.name : "";
    machine->report_bad_argument(*wrong, 0, pc);
  }
}

cudaError_t launch_by_address(const void* func, dim3 grid, dim3 block, void** args,
                              std::size_t shared, cudaStream_t stream, bool cooperative,
                              std::uint64_t pc,
                              const std::optional<Dim3>& cluster = std::nullopt) {
  const RegisteredKernel* known = registered_kernel(func);
  if (!known) return fail(cudaErrorInvalidResourceHandle);
  check_argument_addresses(*known, args, pc);
  return launch({func, known->name, grid, block, shared, stream, cooperative,
                 cluster.value_or(known->cluster), known->invoke, known->destroy},
                known->make_frame(func, args), pc);
}

}  // namespace

namespace gridlock::sim {

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

void gridlock_register_cluster_dims(const void* kernel, unsigned x, unsigned y,
                                    unsigned z) {
  if (const auto found = registry().find(kernel); found != registry().end())
    found->second.cluster = {x, y, z};
}

void gridlock_register_launch_bounds(const void* kernel, unsigned long long threads) {
  if (const auto found = registry().find(kernel); found != registry().end())
    found->second.max_threads = threads;
}

void gridlock_launch(const gridlock_launch_config* config, const void* kernel,
                     const char* text, void (*invoke)(void*), void (*destroy)(void*),
                     void* frame) {
  const RegisteredKernel* known = registered_kernel(kernel);
  launch({kernel, text, config->grid, config->block, config->shared_bytes, config->stream,
          false, known ? known->cluster : Dim3{}, invoke, destroy},
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
    // Priorities are only hints.
    if (attribute.id == cudaLaunchAttributeIgnore ||
        attribute.id == cudaLaunchAttributePriority ||
        attribute.id == cudaLaunchAttributeClusterDimension)
      continue;
    if (attribute.id == cudaLaunchAttributeCooperative) {
      cooperative = attribute.val.cooperative != 0;
    } else {
      machine->report_misuse(unmodelled(attribute.id), GRIDLOCK_HERE);
      return fail(cudaErrorNotSupported);
    }
  }
  return launch_by_address(func, config->gridDim, config->blockDim, args,
                           config->dynamicSmemBytes, config->stream, cooperative,
                           GRIDLOCK_HERE, cluster_of(*config));
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* func) {
  if (!attributes || !is_function(func)) return fail(cudaErrorInvalidDeviceFunction);
  result(attributes) = {};
  attributes->sharedSizeBytes = machine->module.shared().size;
  const RegisteredKernel* known = registered_kernel(func);
  attributes->maxThreadsPerBlock = known && known->max_threads != 0
                                       ? static_cast<int>(known->max_threads)
                                       : kThreadsPerBlock;
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  attributes->nonPortableClusterSizeAllowed =
      static_cast<int>(machine->api.large_clusters.count(func));
  const auto& limits = machine->api.dynamic_shared_limit;
  const auto limit = limits.find(func);
  attributes->maxDynamicSharedSizeBytes =
      limit == limits.end() ? static_cast<int>(kSharedPerBlock) : limit->second;
  return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute which, int value) {
  if (!is_function(func)) return fail(cudaErrorInvalidDeviceFunction);
  if (which == cudaFuncAttributeNonPortableClusterSizeAllowed) {
    if (value != 0 && value != 1) return fail(cudaErrorInvalidValue);
    if (value == 1)
      machine->api.large_clusters.insert(func);
    else
      machine->api.large_clusters.erase(func);
    return cudaSuccess;
  }
  const bool is_hint = which == cudaFuncAttributePreferredSharedMemoryCarveout;
  if (is_hint && value >= cudaSharedmemCarveoutDefault && value <= 100)
    return cudaSuccess;
  if (which != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      static_cast<std::size_t>(value) > kDynamicSharedMax)
    return fail(cudaErrorInvalidValue);
  machine->api.dynamic_shared_limit[func] = value;
  return cudaSuccess;
}
cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) { return cudaSuccess; }

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* func, int threads, size_t shared, unsigned int) {
  note_call("cudaOccupancyMaxActiveBlocksPerMultiprocessor for blocks of {} threads",
            threads);
  if (!blocks || threads <= 0) return fail(cudaErrorInvalidValue);
  if (!is_function(func)) return fail(cudaErrorInvalidDeviceFunction);
  result(blocks) =
      threads > kThreadsPerBlock
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

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* func,
                                                 const cudaLaunchConfig_t* config) {
  if (!size || !config) return fail(cudaErrorInvalidValue);
  if (!is_function(func)) return fail(cudaErrorInvalidDeviceFunction);
  result(size) = static_cast<int>(
      largest_cluster(func, to_dim3(config->blockDim), config->dynamicSmemBytes));
  return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* func,
                                           const cudaLaunchConfig_t* config) {
  if (!clusters || !config) return fail(cudaErrorInvalidValue);
  if (!is_function(func)) return fail(cudaErrorInvalidDeviceFunction);
  const RegisteredKernel* known = registered_kernel(func);
  const Dim3 cluster = cluster_of(*config).value_or(known ? known->cluster : Dim3{});
  const Dim3 block = to_dim3(config->blockDim);
  const cudaError_t error =
      check_cluster(func, cluster, config->gridDim, block, config->dynamicSmemBytes);
  if (error != cudaSuccess) return fail(error);
  result(clusters) = static_cast<int>(
      machine->current_device().resident_blocks(block.count(), config->dynamicSmemBytes) /
      cluster.count());
  return cudaSuccess;
}

}  // extern "C"
