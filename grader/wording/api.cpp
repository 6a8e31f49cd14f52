// Why a call, a process or a launch failed.
#include <fmt/format.h>
#include <signal.h>

#include <string_view>
#include <utility>

#include "common/text.h"
#include "protocol/messages.h"
#include "wording/values.h"
#include "wording/words.h"

namespace gridlock {
namespace {

/// The error that the labs' skeletons return until their functions are written; no call
/// of CUDA returns it.
constexpr int kNotYetImplemented = 31;
constexpr std::string_view kNotYetImplementedText = "feature not yet implemented";

std::string words_of_launch(const CallFault& fault) {
  const std::string asked = with_commas(fault.asked), most = with_commas(fault.most);
  switch (fault.kind) {
    case CallFault::Kind::grid_axis:
      return fmt::format("  The grid has {} blocks along {}, and may have 1 to {}.",
                         asked, fault.axis, most);
    case CallFault::Kind::block_axis:
      return fmt::format("  A block has {} threads along {}, and may have 1 to {}.",
                         asked, fault.axis, most);
    case CallFault::Kind::threads:
      return fmt::format("  A block has {} threads, and may have at most {}.", asked,
                         most);
    case CallFault::Kind::threads_of_kernel:
      return fmt::format(
          "  A block has {} threads, and the kernel's __launch_bounds__ allow {}.", asked,
          most);
    case CallFault::Kind::shared:
      return fmt::format(
          "  A block asks for {} bytes of dynamic shared memory, and may have {}{}.",
          asked, most,
          fault.most_on_request == 0
              ? ""
              : fmt::format("; cudaFuncSetAttribute() with "
                            "cudaFuncAttributeMaxDynamicSharedMemorySize allows {}",
                            with_commas(fault.most_on_request)));
    default:
      return fmt::format(
          "  The grid has {} blocks, and at most {} of them can be resident together.",
          asked, most);
  }
}

/// A record whose event and stream are of different devices: either may be wrong.
std::string words_of_other_device(const CallFault& fault, const Names& names) {
  if (fault.before && !names.is_labs(fault.before->at))
    return fmt::format(
        "  {} records an event of device {} in {}.  Just before, the {} is in {}, of the "
        "event's device: record it there.",
        begun(names.line(fault.record)), fault.event_device,
        words_of(fault.stream, names), words_of(*fault.before, names),
        words_of(fault.before_stream, names));
  const std::string created = fault.event_created.pc == 0
                                  ? ""
                                  : fmt::format(", which was current when {} created it",
                                                names.line(fault.event_created));
  if (fault.recorded)
    return fmt::format(
        "  The event was kept: {} has recorded it before, on device {}{}.  This stream is of "
        "device {}: it needs an event of its own device.",
        names.line(*fault.recorded), fault.event_device, created, fault.stream_device);
  return fmt::format(
      "  The event is of device {0}{1}.  The stream is of device {2}: create the event while "
      "device {2} is current{3}.",
      fault.event_device, created, fault.stream_device,
      fault.follows_work
          ? ""
          : fmt::format(", or record it in a stream of device {}", fault.event_device));
}

/// A copy of a kind that does not fit where its ends are.
std::string words_of_direction(const CallFault& fault, const Names& names) {
  if (fault.to_nowhere || fault.from_nowhere)
    return fmt::format(
        "  The {} is in no memory that was allocated: its address may be computed "
        "wrongly, as with an index that overflows its type.",
        fault.to_nowhere ? "target" : "source");
  if (fault.allocated && names.is_own(*fault.allocated))
    return fmt::format(
        "  Its direction needs memory of the host, and {} allocates memory of the "
        "device: call cudaMallocHost() there{}.",
        names.line(*fault.allocated), names.in_lab() ? "" : ", or change the direction");
  return fmt::format(
      "  Its direction does not fit: the target is memory of {}, the source memory of "
      "{}.{}",
      fault.to_device ? "the device" : "the host",
      fault.from_device ? "the device" : "the host",
      fault.to_device && fault.from_device
          ? "  If it is as meant, an address is wrong, as with an index that overflows "
            "its type."
          : "");
}

std::string words_of(const CallFault& fault, const Names& names) {
  const auto there_is_none = [&](const char* what) {
    return fmt::format("  {} {}{}.", what,
                       fault.was_destroyed ? "has been destroyed" : "was never created",
                       fault.destroyed.pc != 0 && names.is_own(fault.destroyed)
                           ? ", in " + names.line(fault.destroyed)
                           : "");
  };
  switch (fault.kind) {
    case CallFault::Kind::none:
      break;
    case CallFault::Kind::no_event:
      return there_is_none("The event");
    case CallFault::Kind::no_stream:
      return there_is_none("The stream");
    case CallFault::Kind::other_device:
      return words_of_other_device(fault, names);
    case CallFault::Kind::direction:
      return words_of_direction(fault, names);
    case CallFault::Kind::without_timing:
      if (fault.also_created)
        return fmt::format(
            "  The events that {} and {} create have no time: both have "
            "cudaEventDisableTiming.",
            names.line(fault.event_created), names.line(*fault.also_created));
      return fmt::format(
          "  The event that {} creates has no time: it has cudaEventDisableTiming.",
          names.line(fault.event_created));
    case CallFault::Kind::not_recorded:
      return "  One of the two events was never recorded.";
    case CallFault::Kind::own_peer:
      return fmt::format(
          "  Device {0} was current, and is the peer itself.  The device that is to use "
          "device {0}'s memory must be current (cudaSetDevice).",
          fault.event_device);
    case CallFault::Kind::not_reached:
      return "  Work before one of the two events has not ended: wait for it first, as with "
             "cudaEventSynchronize() of the second event.";
    case CallFault::Kind::not_pinned:
      if (fault.allocated)
        return fmt::format(
            "  {} allocates it, but not in memory of the host: call cudaMallocHost() "
            "there{}.",
            begun(names.line(*fault.allocated)),
            names.in_lab() ? "" : ", or cudaFree() here");
      return "  It is ordinary memory, as malloc() and new return it: allocate it with "
             "cudaMallocHost().";
    case CallFault::Kind::not_of_device:
      return fmt::format(
          "  The {} is not memory of device {}, which the call names for it{}.",
          fault.to_device ? "target" : "source", fault.event_device,
          fault.stream_device < 0
              ? std::string()
              : fmt::format(": it is on device {}", fault.stream_device));
    case CallFault::Kind::host_copy:
      return fmt::format(
          "  &{0} is not its address on the device, but that of the host's copy: "
          "cudaGetSymbolAddress() gives the other.",
          fault.axis);
    default:
      return words_of_launch(fault);
  }
  return "";
}

std::string still_to_do(const std::string& function) {
  return fmt::format("{} still has its TODO: it returned cudaErrorNotYetImplemented.",
                     function);
}

constexpr std::pair<Misuse::Kind, std::string_view> kMisuses[] = {
    {Misuse::Kind::syncthreads_in_host_code, "__syncthreads() is for device code only."},
    {Misuse::Kind::grid_barrier_of_ordinary_launch,
     "a grid barrier needs cudaLaunchCooperativeKernel."},
    {Misuse::Kind::mask_without_caller,
     "the mask of a warp operation must include the lane that calls it."},
    {Misuse::Kind::copy_of_odd_size,
     "an asynchronous copy moves 4, 8 or 16 bytes, and both addresses must be "
     "multiples of that size."},
    {Misuse::Kind::copy_to_other_memory,
     "the target of an asynchronous copy must be in shared memory."},
    {Misuse::Kind::bulk_copy_of_odd_size,
     "a bulk copy moves a multiple of 16 bytes, and both addresses must be "
     "multiples of 16."},
    {Misuse::Kind::bulk_copy_elsewhere,
     "the simulator supports bulk copies only between global memory and the "
     "block's own shared memory, where the mbarrier must be, too."},
    {Misuse::Kind::free_of_nothing,
     "free or delete of an address that is not an allocation, or no longer one."},
    {Misuse::Kind::free_of_device_memory,
     "free or delete of device memory; use cudaFree."},
    {Misuse::Kind::free_of_pinned_memory,
     "free or delete of pinned host memory; use cudaFreeHost."},
    {Misuse::Kind::virtual_function,
     "device code uses virtual functions of a class that CUDA provides for host "
     "code only."},
    {Misuse::Kind::kernel_launches_kernel,
     "a kernel launches a kernel (dynamic parallelism), which the simulator does "
     "not model; launch it from host code."},
    {Misuse::Kind::count_of_device_printf, "printf in device code does not support %n."},
    {Misuse::Kind::count_of_printf,
     "the simulator cannot see what printf writes for %n; use what it returns."},
    {Misuse::Kind::negative_barrier_count, "a barrier is given a negative count."},
    {Misuse::Kind::large_barrier_count,
     "the simulator's barriers expect at most 1,048,575 arrivals."},
    {Misuse::Kind::negative_latch_count, "a latch is given a negative count."},
    {Misuse::Kind::latch_below_zero, "a latch is counted down below 0."},
    {Misuse::Kind::semaphore_above_maximum,
     "a semaphore is released more often than its maximum allows."},
    {Misuse::Kind::wait_for_host_thread,
     "a host thread waits for another one here, but no other thread can continue: "
     "each has ended or is waiting, too.  (pthread_barrier_wait(), and pthread_exit() in "
     "main(), cannot wait in the simulator.)"},
    {Misuse::Kind::arrives_twice_in_cluster,
     "a thread arrives at its cluster's barrier again before it has waited there."},
    {Misuse::Kind::waits_without_arrival_in_cluster,
     "a thread waits at its cluster's barrier without having arrived there."},
    {Misuse::Kind::maps_what_no_cluster_has,
     "map_shared_rank() needs an address of the block's own shared memory, and the "
     "rank of a block in the cluster."},
    {Misuse::Kind::load_that_releases,
     "a load cannot release, nor can a wait: the order may be relaxed, acquire or "
     "seq_cst."},
    {Misuse::Kind::store_that_acquires,
     "a store cannot acquire: its order may be relaxed, release or seq_cst."},
};

}  // namespace

std::string words_of(const ApiError& cause, const Names& names) {
  if (cause.text == kNotYetImplementedText) return still_to_do(cause.call);
  return fmt::format("{}: {}.{}", cause.call, cause.text, words_of(cause.fault, names));
}

std::string words_of(const FailedCall& cause, const Names& names) {
  return fmt::format("The call in {} returned {}: {}.{}", names.line(cause.call),
                     cause.error, cause.text, words_of(cause.fault, names));
}

std::string words_of(const GpuError& cause, const Names&) {
  if (cause.code == kNotYetImplemented) return still_to_do(cause.call);
  return fmt::format("{}: CUDA error {}, {}.{}", cause.call, cause.code,
                     cause.text.empty() ? "unknown error" : cause.text,
                     cause.by_watchdog
                         ? " The display's watchdog ended the kernel; on this GPU no "
                           "kernel may run for more than a few seconds."
                         : "");
}

std::string words_of(const Misuse& cause, const Names&) {
  for (const auto& [kind, text] : kMisuses)
    if (kind == cause.kind) return std::string(text);
  return "";
}

std::string words_of(const HostOnly& cause, const Names&) {
  if (cause.what == "__atomic_thread_fence")
    return "this fence of the host (__atomic_thread_fence, std::atomic_thread_fence, "
           "__sync_synchronize) is not a CUDA fence; use __threadfence().";
  if (cause.what == "__atomic_fetch_add")
    return "this atomic of the host (std::atomic, __atomic_*, __sync_*) is not a CUDA "
           "atomic; use atomicAdd() and its kin, or cuda::atomic.";
  return cause.in_device_code
             ? fmt::format("device code uses {}, which CUDA provides for host code only.",
                           cause.what)
             : fmt::format("{} is for host code only.", cause.what);
}

std::string words_of(const HostOnlyFeature& cause, const Names&) {
  return fmt::format("device code uses {}, which CUDA supports in host code only.",
                     cause.kind == HostOnlyFeature::Kind::guarded_static
                         ? "a static variable whose initializer runs"
                         : "a thread_local variable");
}

std::string words_of(const LaunchBounds& cause, const Names&) {
  return fmt::format(
      "the launch has {} threads per block, but the kernel's __launch_bounds__ allow {}; "
      "CUDA refuses such a launch.",
      cause.threads, cause.allowed);
}

std::string words_of(const ClusterDims& cause, const Names&) {
  return fmt::format(
      "the kernel's __cluster_dims__ are {} x {} x {}, but the launch has clusters of {} x "
      "{} x {} blocks.  Of a template the simulator learns them only from "
      "cudaLaunchKernelEx.",
      cause.needs[0], cause.needs[1], cause.needs[2], cause.has[0], cause.has[1],
      cause.has[2]);
}

std::string words_of(const MasksDiffer& cause, const Names&) {
  return fmt::format(
      "lanes {} and {} of a warp wait for each other with different masks, {:#x} and "
      "{:#x}; all lanes that a mask names must pass the same mask.",
      cause.lane, cause.other_lane, cause.mask, cause.other_mask);
}

std::string words_of(const WarpCallsDiffer& cause, const Names&) {
  return fmt::format(
      "lanes {} and {} of a warp wait for each other in different warp functions; all "
      "lanes that a mask names must call the same one.",
      cause.lane, cause.other_lane);
}

std::string words_of(const BarrierUninitialized& cause, const Names& names) {
  return fmt::format(
      "the barrier{} is used before it is initialized: one thread must call init(), and "
      "a __syncthreads() must follow, before any thread arrives or waits.",
      spaced(words_of(cause.barrier, names)));
}

std::string words_of(const TooManyArrivals& cause, const Names& names) {
  return fmt::format(
      "{} at the barrier{}, but its phase {} expects {} more.",
      cause.arrivals == 1 ? "an arrival" : fmt::format("{} arrivals", cause.arrivals),
      spaced(words_of(cause.barrier, names)), cause.phase,
      cause.expected ? fmt::format("only {}", cause.expected) : "no");
}

std::string words_of(const WaitForOldPhase& cause, const Names& names) {
  return fmt::format(
      "a wait for phase {} of the barrier{}, which is already in phase {}: a thread that "
      "has arrived must wait before the next phase ends.",
      cause.phase, spaced(words_of(cause.barrier, names)), cause.phases_done);
}

std::string words_of(const LaunchAttribute& cause, const Names&) {
  std::string what = fmt::format("the attribute {} of driver_types.h", cause.number);
  if (cause.kind == LaunchAttribute::Kind::dependent_launch)
    what = "programmatic dependent launch";
  if (cause.kind == LaunchAttribute::Kind::preferred_clusters)
    what = "a preferred size or placement of clusters";
  if (cause.kind == LaunchAttribute::Kind::memory_domains)
    what = "memory synchronization domains";
  return fmt::format(
      "the launch asks for {}, which the simulator does not model; launch without that "
      "attribute.",
      what);
}

std::string words_of(const Trapped&, const Names&) {
  return "The kernel called __trap().";
}

std::string words_of(const AssertionFailed& cause, const Names&) {
  return fmt::format("Assertion failed: {}.", cause.assertion);
}

std::string words_of(const LaunchErrorUnseen& cause, const Names& names) {
  return fmt::format(
      "A kernel launch failed with {}, and the program never checked for the error with "
      "cudaGetLastError().{}",
      cause.error, words_of(cause.fault, names));
}

std::string words_of(const DidNotEnd& cause, const Names&) {
  const std::string kernel =
      cause.kernel.empty()
          ? ""
          : fmt::format("  The kernel {} was running: {} of its {} blocks had ended.",
                        cause.kernel, with_commas(cause.blocks_ended),
                        with_commas(cause.blocks));
  return fmt::format("The program did not end within {} s under one schedule.{}",
                     cause.seconds, kernel);
}

std::string words_of(const EndedBySignal& cause, const Names&) {
  if (cause.signal == SIGXFSZ)
    return fmt::format(
        "The program wrote a file of more than {} MiB, which is the most "
        "that a schedule may write. Let it write less.",
        ProgramResult::kPrintedMax >> 20);
  const char* const why =
      cause.signal == SIGKILL ? "  The machine may have run out of memory." : "";
  return fmt::format(
      "Signal {} ended the program.{}{}", cause.signal, why,
      cause.last_words.empty() ? "" : "  Its last output: " + cause.last_words);
}

std::string words_of(const OutOfMemory& cause, const Names&) {
  return fmt::format(
      "The grader ended the program: it held {} MiB under one schedule, which is more than "
      "`ulimit -m` allows, or left little memory for others.  Give it a smaller problem.",
      cause.bytes >> 20);
}

std::string words_of(const EndedOtherwise&, const Names&) {
  return "The program ended without returning from main or calling exit().";
}

std::string words_of(const HostThrew& cause, const Names&) {
  if (cause.out_of_memory)
    return "The host code asked for more memory than is available.";
  if (cause.what.empty()) return "The host code threw an exception.";
  return "The host code threw: " + cause.what;
}

}  // namespace gridlock
