/// Why a call, a process or a launch failed.
#pragma once

#include <optional>

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// What is wrong with a call's event, stream or memory, or with a launch's size.
struct CallFault {
  enum class Kind {
    none,
    no_event,
    no_stream,
    other_device,
    direction,
    without_timing,  ///< One or both events of an elapsed time have no timing.
    not_recorded,    ///< One of the events of an elapsed time was not recorded.
    own_peer,        ///< A device asked for peer access to itself.
    not_reached,     ///< Work before one of an elapsed time's events has not ended.
    not_pinned,      ///< Other memory was to be freed as pinned memory.
    not_of_device,   ///< A copy's memory is not on the device that the call names.
    grid_axis,       ///< A launch asks for `asked` along `axis`; the limit is `most`.
    block_axis,
    threads,
    threads_of_kernel,  ///< The kernel's __launch_bounds__ are the limit.
    shared,             ///< Shared memory, in bytes.
    resident,           ///< The blocks of a cooperative launch.
    host_copy,          ///< The address of the host's copy of a device variable.
  };
  friend constexpr Kind last_of(Kind) { return Kind::host_copy; }
  Kind kind = Kind::none;
  /// The event's device; for `own_peer` the current device, for `not_of_device` the
  /// device that the call names.
  int event_device = 0;
  int stream_device = 0;  ///< For `not_of_device`: where the memory is; -1 if on none.
  Place event_created{};  ///< Set if the event is at fault.
  std::optional<Place> also_created{};  ///< Set if a second event is at fault.
  bool was_destroyed = false;           ///< The event or stream existed before.
  Place destroyed{};                    ///< Where an event was destroyed, if known.
  /// Whether a copy's target and its source are in device memory.
  bool to_device = false, from_device = false;
  /// For `direction`: whether the target or the source is in no allocation.
  bool to_nowhere = false, from_nowhere = false;
  /// For `direction` and `not_pinned`: where memory of a device was allocated, if the
  /// call needs memory of the host.
  std::optional<Place> allocated{};
  std::uint64_t asked = 0, most = 0;
  std::string axis{};  ///< The axis of the limit, "x"; for `host_copy`, the variable.
  std::uint64_t most_on_request = 0;  ///< The limit on request; 0 if exceeded as well.
  /// For `other_device`: the record, and its stream.
  Place record{};
  StreamName stream{};
  std::optional<Place> recorded{};  ///< An earlier record of the event, on its device.
  /// The work just before the record, if it is in a stream of the event's device.
  std::optional<Operation> before{};
  StreamName before_stream{};
  bool follows_work =
      false;  ///< For `other_device`: such work is in the record's stream.
  /// Where the program calls the function that created the event.
  Place event_called_from{};
  GRIDLOCK_FIELDS(kind, event_device, stream_device, event_created, also_created,
                  was_destroyed, destroyed, to_device, from_device, to_nowhere,
                  from_nowhere, allocated, asked, most, axis, most_on_request, record,
                  stream, recorded, before, before_stream, follows_work,
                  event_called_from)
};

/// A CUDA call returned an error.
struct ApiError {
  std::string call;
  std::string text;
  CallFault fault{};
  GRIDLOCK_CAUSE(ApiError, call, text, fault)
};

/// A CUDA call returned an error, and the program went on with what it had.
struct FailedCall {
  Place call;
  std::string error;  ///< "cudaErrorInvalidValue"
  std::string text;
  CallFault fault{};
  GRIDLOCK_CAUSE(FailedCall, call, error, text, fault)
};

/// A CUDA call returned an error on a GPU.
struct GpuError {
  std::string call;
  int code = 0;
  std::string text;
  bool by_watchdog = false;  ///< The display's watchdog ended the kernel.
  GRIDLOCK_CAUSE(GpuError, call, code, text, by_watchdog)
};

/// A use that CUDA does not allow, or that the simulator does not support.
struct Misuse {
  enum class Kind {
    syncthreads_in_host_code,
    grid_barrier_of_ordinary_launch,
    mask_without_caller,
    copy_of_odd_size,
    copy_to_other_memory,
    bulk_copy_of_odd_size,
    bulk_copy_elsewhere,
    free_of_nothing,
    free_of_device_memory,
    free_of_pinned_memory,
    virtual_function,
    kernel_launches_kernel,
    count_of_device_printf,
    count_of_printf,
    negative_barrier_count,
    large_barrier_count,
    negative_latch_count,
    latch_below_zero,
    semaphore_above_maximum,
    wait_for_host_thread,
    arrives_twice_in_cluster,
    waits_without_arrival_in_cluster,
    maps_what_no_cluster_has,
    load_that_releases,
    store_that_acquires,
  };
  friend constexpr Kind last_of(Kind) { return Kind::store_that_acquires; }
  Kind kind{};
  GRIDLOCK_CAUSE(Misuse, kind)
};

/// A function or feature that is for host code only.
struct HostOnly {
  std::string what;             ///< The name of a function, as written in the source.
  bool in_device_code = false;  ///< Device code uses it; else it is a call of CUDA's.
  GRIDLOCK_CAUSE(HostOnly, what, in_device_code)
};

/// A feature of the language that is for host code only.
struct HostOnlyFeature {
  enum class Kind { guarded_static, thread_local_variable };
  friend constexpr Kind last_of(Kind) { return Kind::thread_local_variable; }
  Kind kind{};
  GRIDLOCK_CAUSE(HostOnlyFeature, kind)
};

/// More threads per block than the kernel allows.
struct LaunchBounds {
  std::uint64_t threads = 0;
  std::uint64_t allowed = 0;
  GRIDLOCK_CAUSE(LaunchBounds, threads, allowed)
};

/// A launch without the clusters that the kernel is made for.
struct ClusterDims {
  std::array<int, 3> has{};
  std::array<int, 3> needs{};
  GRIDLOCK_CAUSE(ClusterDims, has, needs)
};

/// Lanes that wait for each other with different masks.
struct MasksDiffer {
  unsigned lane = 0;
  unsigned other_lane = 0;
  unsigned mask = 0;
  unsigned other_mask = 0;
  GRIDLOCK_CAUSE(MasksDiffer, lane, other_lane, mask, other_mask)
};

/// Lanes that wait for each other in different functions.
struct WarpCallsDiffer {
  unsigned lane = 0;
  unsigned other_lane = 0;
  GRIDLOCK_CAUSE(WarpCallsDiffer, lane, other_lane)
};

/// A barrier object that was not initialized.
struct BarrierUninitialized {
  Location barrier;
  GRIDLOCK_CAUSE(BarrierUninitialized, barrier)
};

/// More arrivals than a phase expects.
struct TooManyArrivals {
  std::uint64_t arrivals = 0;
  Location barrier;
  unsigned phase = 0;
  std::uint64_t expected = 0;
  GRIDLOCK_CAUSE(TooManyArrivals, arrivals, barrier, phase, expected)
};

/// A wait for a phase that ended too long ago.
struct WaitForOldPhase {
  std::uint64_t phase = 0;
  Location barrier;
  unsigned phases_done = 0;
  GRIDLOCK_CAUSE(WaitForOldPhase, phase, barrier, phases_done)
};

/// A launch attribute that the simulator does not model.
struct LaunchAttribute {
  enum class Kind { dependent_launch, preferred_clusters, memory_domains, other };
  friend constexpr Kind last_of(Kind) { return Kind::other; }
  Kind kind{};
  int number = 0;
  GRIDLOCK_CAUSE(LaunchAttribute, kind, number)
};

/// The kernel called __trap().
struct Trapped {
  GRIDLOCK_CAUSE(Trapped)
};

/// An assertion of the program failed.
struct AssertionFailed {
  std::string assertion;
  GRIDLOCK_CAUSE(AssertionFailed, assertion)
};

/// The program never checked the error of a launch.
struct LaunchErrorUnseen {
  std::string error;
  CallFault fault{};
  GRIDLOCK_CAUSE(LaunchErrorUnseen, error, fault)
};

/// The process of a schedule took too long.
struct DidNotEnd {
  int seconds = 0;
  /// The running kernel; "" for host code, or if it is unknown.
  std::string kernel{};
  std::uint64_t blocks_ended = 0, blocks = 0;
  GRIDLOCK_CAUSE(DidNotEnd, seconds, kernel, blocks_ended, blocks)
};

/// A signal ended the process of a schedule.
struct EndedBySignal {
  int signal = 0;
  std::string last_words;  ///< The end of its output, or "".
  GRIDLOCK_CAUSE(EndedBySignal, signal, last_words)
};

/// A schedule took more memory than there is.
struct OutOfMemory {
  std::uint64_t bytes = 0;  ///< The memory that its process held.
  GRIDLOCK_CAUSE(OutOfMemory, bytes)
};

/// The process of a schedule ended without returning from main or calling exit().
struct EndedOtherwise {
  GRIDLOCK_CAUSE(EndedOtherwise)
};

/// The host code threw an exception.
struct HostThrew {
  std::string what;  ///< "" if it has no text.
  bool out_of_memory = false;
  GRIDLOCK_CAUSE(HostThrew, what, out_of_memory)
};

}  // namespace gridlock
