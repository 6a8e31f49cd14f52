/// Why two tasks, or a task and the host, are not ordered.
#pragma once

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// The stream waits for the event only after the task that should have waited.
struct WaitsTooLate {
  Place wait;
  Operation task;
  GRIDLOCK_CAUSE(WaitsTooLate, wait, task)
};

/// The wait before the task and the record after it are in another stream than the task.
struct NotInStreamOfItsEvents {
  Operation task;
  StreamName stream;
  Place wait;
  Place record;
  StreamName meant;
  bool on_its_device = false;  ///< The launch must move to that stream's device, too.
  GRIDLOCK_CAUSE(NotInStreamOfItsEvents, task, stream, wait, record, meant, on_its_device)
};

/// Two tasks in different streams, and no event between them.
struct NoEventOrders {
  Operation later;
  StreamName later_stream;
  Operation earlier;
  StreamName earlier_stream;
  bool on_one_device = false;
  bool of_one_launch = false;  ///< The same source line launches both.
  /// The one of the two streams that does not wait for the default stream.
  std::optional<StreamName> not_blocking;
  /// The earlier task is a copy that returns before its target is written.
  bool staged = false;
  /// A wait in the earlier task's stream, between the two tasks, for a record in the
  /// later task's stream.
  std::optional<Place> reversed{};
  /// The earlier task's line also gave work to a third stream, for which nothing waits.
  bool of_several = false;
  /// A wait in the later task's stream, and the record that it waits for.  Both come
  /// before the earlier task, and serve no other task.  A wait without a record is one
  /// just before the later task, in a third stream, where that task belongs.
  std::optional<Place> early_wait{}, early_record{};
  Place early_call{};  ///< The call of the function with that wait, if known.
  GRIDLOCK_CAUSE(NoEventOrders, later, later_stream, earlier, earlier_stream,
                 on_one_device, of_one_launch, not_blocking, staged, reversed, of_several,
                 early_wait, early_record, early_call)
};

/// The awaited event had not been recorded.
struct EventNotRecorded {
  Place wait;
  Place task;
  std::optional<Operation> other{};  ///< A record of another event after that task.
  GRIDLOCK_CAUSE(EventNotRecorded, wait, task, other)
};

/// The awaited event was recorded in another stream.
struct EventElsewhere {
  Place wait;
  StreamName recorded_in;
  Place record;
  Operation task;
  StreamName task_stream;
  /// An earlier record of the event after the task; `record` has replaced it.
  std::optional<Place> lost;
  GRIDLOCK_CAUSE(EventElsewhere, wait, recorded_in, record, task, task_stream, lost)
};

/// The awaited event was recorded before the task was issued.
struct EventTooEarly {
  Place wait;
  Place record;
  Operation task;
  GRIDLOCK_CAUSE(EventTooEarly, wait, record, task)
};

/// An event was recorded after the task, but the later task's stream does not wait for
/// it.
struct EventNotAwaited {
  Place record;
  Operation task;
  Operation later;
  StreamName later_stream;
  /// The first operation issued to `later_stream` after the record, if it is not `later`.
  /// It may use the same memory as `later`.
  std::optional<Operation> next;
  bool waits = false;  ///< A wait for another event lies between `later` and the work
                       ///< before it.
  /// The nearest wait above `later` in the code, if only other streams executed it.
  std::optional<Place> wait_of_others{};
  /// A wait for the event in the same stream that records it; such a wait has no effect.
  std::optional<Place> own_wait{};
  std::optional<StreamName> own_stream{};
  GRIDLOCK_CAUSE(EventNotAwaited, record, task, later, later_stream, next, waits,
                 wait_of_others, own_wait, own_stream)
};

/// Two tasks in different streams; nothing more is known.
struct TasksUnordered {
  Operation later;
  StreamName later_stream;
  Operation earlier;
  StreamName earlier_stream;
  GRIDLOCK_CAUSE(TasksUnordered, later, later_stream, earlier, earlier_stream)
};

/// Two nodes of one graph, and no edges lead from one to the other.
struct NodesUnordered {
  Place launch;  ///< Where the graph is launched.
  GRIDLOCK_CAUSE(NodesUnordered, launch)
};

/// The host uses what a task writes, or writes what a task uses, without waiting for it.
struct HostDoesNotWait {
  Operation task;
  StreamName stream;
  Place use;
  bool overwrites = false;  ///< The host writes what the task only reads.
  GRIDLOCK_CAUSE(HostDoesNotWait, task, stream, use, overwrites)
};

/// The host waits, but for something else.
struct HostWaitsForOther {
  enum class Kind {
    event_elsewhere,
    event_too_early,
    event_not_recorded,
    other_device,
    other_stream
  };
  friend constexpr Kind last_of(Kind) { return Kind::other_stream; }
  Kind kind{};
  Operation wait;
  StreamName waited_for;  ///< The awaited stream, or the stream of the awaited event.
  Place record;
  int device = 0;  ///< The device that was waited for.
  Operation task;
  StreamName task_stream;
  Place use;
  std::optional<Place> lost;  ///< As in EventElsewhere.
  GRIDLOCK_CAUSE(HostWaitsForOther, kind, wait, waited_for, record, device, task,
                 task_stream, use, lost)
};

}  // namespace gridlock
