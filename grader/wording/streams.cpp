// Why two tasks, or a task and the host, are not ordered.
#include <fmt/format.h>

#include "wording/values.h"
#include "wording/words.h"

namespace gridlock {
namespace {

std::string the(const Operation& task, const Names& names) {
  return "the " + words_of(task, names);
}

std::string nothing_orders(const char* nothing, const Operation& later,
                           const StreamName& later_stream, const Operation& earlier,
                           const StreamName& earlier_stream, const Names& names) {
  return fmt::format("{} orders {}, in {}, after {}, in {}", nothing, the(later, names),
                     words_of(later_stream, names), the(earlier, names),
                     words_of(earlier_stream, names));
}

/// The place for a call that must come between these two tasks.  A student cannot change
/// a lab's lines, and the lab's own read of the result has no line.
std::string between(Place first, Place second, const Names& names) {
  if (!names.has_line(second))
    return fmt::format("after {}, before the host uses the result", names.line(first));
  const bool from_lab = names.is_labs(first), to_lab = names.is_labs(second);
  if (from_lab && to_lab) return "in your function, before it returns";
  if (to_lab)
    return fmt::format("after {}, before your function returns", names.line(first));
  if (from_lab) return fmt::format("before {}, in your function", names.line(second));
  return fmt::format("between {} and {}", names.line(first), names.line(second));
}

/// The likely remedy if one of the two is the default stream: use the other stream, or
/// let the host wait; else "".
std::string first_remedy(const NoEventOrders& cause, const Names& names) {
  if (!cause.not_blocking || cause.of_one_launch) return "";
  const bool later_is_default =
      cause.later_stream.kind == StreamName::Kind::legacy_default;
  const Operation& in_default = later_is_default ? cause.later : cause.earlier;
  const StreamName& other = later_is_default ? cause.earlier_stream : cause.later_stream;
  const OpKind kind = op_kind(in_default.name);
  if (kind == OpKind::launch || kind == OpKind::memcpy_async ||
      kind == OpKind::other_async)
    return fmt::format("pass {} to the call in {}", words_of(other, names),
                       names.line(in_default.at));
  const auto& calls = other.created_at.calls;
  const bool created_there = !calls.empty() && names.is_own({calls.front()});
  if (!later_is_default)
    return created_there ? fmt::format(
                               "let {} create with cudaStreamCreate(), without "
                               "cudaStreamNonBlocking",
                               names.line({calls.front()}))
                         : "";
  // If the call is the lab's own, the host need not wait: order within one stream is
  // enough.
  if (names.is_labs(cause.earlier.at))
    return fmt::format("call {}Async in {}, in {}: work in one stream runs in order",
                       in_default.name, names.line(in_default.at),
                       words_of(other, names));
  if (cause.early_wait && !cause.early_record && names.is_own(*cause.early_wait))
    return fmt::format("call {}Async in {}, in the stream that waits in {}",
                       in_default.name, names.line(in_default.at),
                       names.line(*cause.early_wait));
  return fmt::format(
      "call {}Async in {}, in {}, or, if the host needs the result at "
      "once, {} {}",
      in_default.name, names.line(in_default.at), words_of(other, names),
      how_to_wait_for(other, names), between(cause.earlier.at, cause.later.at, names));
}

/// The place for a call that must follow one place and precede another: "between line 12
/// and line 14"; in a loop, the second may stand above the first.
std::string in_order(Place first, Place second, const Names& names) {
  const bool in_a_loop = second.pc <= first.pc && names.is_own(first);
  return in_a_loop ? fmt::format("after {}, before {} is reached again",
                                 names.line(first), names.line(second))
                   : between(first, second, names);
}

/// "The event drained[i] that the cudaStreamWaitEvent in line 74 waits for"
std::string awaited_in(Place wait, const Names& names) {
  return fmt::format("The event{} that the cudaStreamWaitEvent in {} waits for",
                     awaited_event(wait, names), names.line(wait));
}

std::string latest_record(Place lost, Place latest, const std::string& wait,
                          const StreamName& first, const StreamName& last,
                          const Names& names) {
  const std::string one = names.line(lost), other = names.line(latest);
  const std::string records =
      one == other ? begun(one) + " records one event in several streams"
                   : begun(one) + " and " + other + " record the same event";
  const std::string lost_in = words_of(first, names);
  return fmt::format(
      "{}, and a wait takes the latest record: the {} waits for {}, and not for {}.  "
      "Record another event in {}, and wait for both.",
      records, wait, words_of(last, names), lost_in, lost_in);
}

/// The sentence that names what the host waits for instead of the task.
std::string other_wait(const HostWaitsForOther& cause, const Names& names) {
  const std::string wait = words_of(cause.wait, names);
  const std::string task = the(cause.task, names);
  switch (cause.kind) {
    case HostWaitsForOther::Kind::event_elsewhere:
      return fmt::format(
          "The event that the {} waits for was recorded in {} in {}, but "
          "{} is in {}.",
          wait, words_of(cause.waited_for, names), names.line(cause.record), task,
          words_of(cause.task_stream, names));
    case HostWaitsForOther::Kind::event_too_early:
      return fmt::format(
          "The event that the {} waits for was recorded in {}, before {} "
          "was issued.",
          wait, names.line(cause.record), task);
    case HostWaitsForOther::Kind::event_not_recorded:
      return fmt::format(
          "The {} waits for nothing, because its event had not been recorded yet.", wait);
    case HostWaitsForOther::Kind::other_device:
      return fmt::format("The {} waits for device {}, but {} is on device {}.", wait,
                         cause.device, task, cause.task_stream.device);
    case HostWaitsForOther::Kind::other_stream:
      break;
  }
  return fmt::format("The {} waits for {}, but {} is in {}.", wait,
                     words_of(cause.waited_for, names), task,
                     words_of(cause.task_stream, names));
}

/// "  Line 28 records an event, and line 29 ...": a wait that comes, as its record does,
/// before the earlier task.
std::string too_early(const NoEventOrders& cause, const Names& names) {
  if (!cause.early_wait || !cause.early_record || cause.reversed ||
      names.is_labs(*cause.early_wait))
    return "";
  return fmt::format(
      "  {} records an event, and {}{} lets {} wait for it, but both ran before {}: they "
      "must come after it.",
      begun(names.line(*cause.early_record)), names.line(*cause.early_wait),
      called_in(cause.early_call, names), words_of(cause.later_stream, names),
      names.line(cause.earlier.at));
}

/// What to change if a record and a wait between the two tasks have exchanged streams.
std::string other_way_round(const NoEventOrders& cause, const Names& names) {
  if (!cause.reversed) return "";
  return fmt::format(
      "  The cudaStreamWaitEvent in {} does it the other way round: exchange the streams of "
      "this wait and of its record{}.",
      names.line(*cause.reversed),
      cause.on_one_device
          ? ""
          : fmt::format(", and create the event while device {} is current",
                        cause.earlier_stream.device));
}

}  // namespace

std::string words_of(const WaitsTooLate& cause, const Names& names) {
  return fmt::format(
      "The cudaStreamWaitEvent in {} must come before {}: work does not wait for what is "
      "issued to its stream later.",
      names.line(cause.wait), the(cause.task, names));
}

std::string words_of(const NotInStreamOfItsEvents& cause, const Names& names) {
  const std::string meant = words_of(cause.meant, names);
  return fmt::format(
      "{} is in {}.  The wait before it, in {}, and the record after it, in {}, are in {}: "
      "issue it there, too{}.",
      begun(the(cause.task, names)), words_of(cause.stream, names),
      names.line(cause.wait), names.line(cause.record), meant,
      cause.on_its_device ? fmt::format(", with device {} current", cause.meant.device)
                          : "");
}

std::string words_of(const NoEventOrders& cause, const Names& names) {
  std::string why;
  if (cause.not_blocking)
    why = fmt::format(
        "{} was created with cudaStreamNonBlocking: it does not wait for the default "
        "stream, and the default stream does not wait for it.  ",
        words_of(*cause.not_blocking, names, true));
  if (cause.staged)
    why += fmt::format(
        "The {} returns when pageable memory has been staged; the copy itself may still "
        "be in flight.  ",
        words_of(cause.earlier, names));
  const std::string from = words_of(cause.earlier_stream, names);
  const std::string to = words_of(cause.later_stream, names);
  const std::string first = first_remedy(cause, names);
  const std::string early = too_early(cause, names);
  if (first.empty() && !early.empty() && names.is_labs(cause.later.at))
    return why +
           nothing_orders("Nothing", cause.later, cause.later_stream, cause.earlier,
                          cause.earlier_stream, names) +
           "." + early;
  if (!first.empty() || names.is_labs(cause.later.at))
    return why +
           fmt::format("{}: {}.",
                       nothing_orders("Nothing", cause.later, cause.later_stream,
                                      cause.earlier, cause.earlier_stream, names),
                       first.empty()
                           ? fmt::format("before your code returns, it must let {} "
                                         "wait for an event that is recorded in "
                                         "{}.  The host need not wait",
                                         to, from)
                           : first) +
           other_way_round(cause, names);
  if (names.is_labs(cause.earlier.at))
    return why + fmt::format(
                     "{}: in your function, before {}, record one in {} "
                     "(cudaEventRecord{}), and let {} wait for it (cudaStreamWaitEvent).",
                     nothing_orders("No event", cause.later, cause.later_stream,
                                    cause.earlier, cause.earlier_stream, names),
                     names.line(cause.later.at), from,
                     cause.on_one_device
                         ? ""
                         : "; create it on that stream's device, and destroy it after "
                           "the wait",
                     to);
  if (cause.of_several)
    return why +
           fmt::format(
               "{}.  {} gives work to several streams: record an event in each of them "
               "(cudaEventRecord), and let {} wait for all of these before {} "
               "(cudaStreamWaitEvent).",
               nothing_orders("No event", cause.later, cause.later_stream, cause.earlier,
                              cause.earlier_stream, names),
               begun(names.line(cause.earlier.at)), to, names.line(cause.later.at));
  return why +
         fmt::format(
             "{}: record one in {} after {} (cudaEventRecord), and let {} wait for it "
             "before {} (cudaStreamWaitEvent){}.{}{}",
             nothing_orders("No event", cause.later, cause.later_stream, cause.earlier,
                            cause.earlier_stream, names),
             from, names.line(cause.earlier.at), to, names.line(cause.later.at),
             cause.on_one_device ? ", or put both into one stream" : "",
             cause.of_one_launch
                 ? "  If they are meant to overlap, let both use that word with atomics."
                 : "",
             early);
}

std::string words_of(const EventNotRecorded& cause, const Names& names) {
  if (cause.other) {
    const std::string event = names.argument(*cause.other, 0);
    return fmt::format(
        "The cudaStreamWaitEvent in {} waits for nothing, because its event{} had not been "
        "recorded.  After {}, {} records {}{}: wait for that.",
        names.line(cause.wait), awaited_event(cause.wait, names), names.line(cause.task),
        names.line(cause.other->at), event.empty() ? "another" : event,
        event.find('[') == event.npos ? "" : ", with the indices that it has there");
  }
  return fmt::format(
      "The cudaStreamWaitEvent in {0} waits for nothing, because its event{2} had not "
      "been recorded: cudaEventRecord must come {3}.",
      names.line(cause.wait), names.line(cause.task), awaited_event(cause.wait, names),
      in_order(cause.task, cause.wait, names));
}

std::string words_of(const EventElsewhere& cause, const Names& names) {
  if (cause.lost)
    return latest_record(*cause.lost, cause.record,
                         "cudaStreamWaitEvent in " + names.line(cause.wait),
                         cause.task_stream, cause.recorded_in, names);
  return fmt::format("{} was recorded in {} in {}, but {} is in {}: record it there.",
                     awaited_in(cause.wait, names), words_of(cause.recorded_in, names),
                     names.line(cause.record), the(cause.task, names),
                     words_of(cause.task_stream, names));
}

std::string words_of(const EventTooEarly& cause, const Names& names) {
  return fmt::format("{} was recorded in {}, before {} was issued: record it afterwards.",
                     awaited_in(cause.wait, names), names.line(cause.record),
                     the(cause.task, names));
}

std::string words_of(const EventNotAwaited& cause, const Names& names) {
  const std::string later = the(cause.later, names);
  const std::string next = cause.next ? the(*cause.next, names) : later;
  const std::string branch = names.branch(cause.later.at);
  const std::string missing =
      fmt::format("{} does not wait for the event that is recorded in {}, after {}.  ",
                  words_of(cause.later_stream, names, true), names.line(cause.record),
                  the(cause.task, names));
  if (cause.own_wait && names.is_own(*cause.own_wait))
    return missing +
           fmt::format(
               "The cudaStreamWaitEvent in {} waits for it in {}, which records it: let {} "
               "wait instead{}.",
               names.line(*cause.own_wait), words_of(*cause.own_stream, names),
               words_of(cause.later_stream, names),
               names.is_labs(cause.later.at) ? "" : ", before " + later);
  const std::string skipped =
      cause.waits ? "" : names.in_branch_before(cause.later.at, "cudaStreamWaitEvent");
  if (!skipped.empty() &&
      !(cause.wait_of_others && names.line(*cause.wait_of_others) == skipped))
    return missing +
           fmt::format(
               "The cudaStreamWaitEvent in {} stands under a condition and was skipped before "
               "{}: it is needed this time, too.",
               skipped, later);
  return fmt::format(
      "{}It must, before {} (cudaStreamWaitEvent){}{}.", missing, later,
      // In a loop, both may be one line.
      next == later || (names.is_labs(cause.next->at) && !names.is_labs(cause.later.at))
          ? ""
          : fmt::format("; already before {}, if that uses the same memory", next),
      branch.empty() ? ""
                     : fmt::format(".  If other streams come to another arm of the "
                                   "condition in {}, put the wait before it",
                                   branch));
}

std::string words_of(const TasksUnordered& cause, const Names& names) {
  return nothing_orders("Nothing", cause.later, cause.later_stream, cause.earlier,
                        cause.earlier_stream, names) +
         ".";
}

std::string words_of(const NodesUnordered& cause, const Names& names) {
  return fmt::format(
      "Both belong to the graph that is launched in {}, and no edges lead from one node to "
      "the other: the later one needs a dependency on the earlier one.",
      names.line(cause.launch));
}

std::string words_of(const HostDoesNotWait& cause, const Names& names) {
  std::string skipped;
  for (const char* wait :
       {"cudaStreamSynchronize", "cudaEventSynchronize", "cudaDeviceSynchronize"})
    if (const std::string line = names.in_branch_before(cause.use, wait); !line.empty())
      skipped = fmt::format(
          "  The {} in {} stands under a condition and was skipped here.", wait, line);
  const std::string begins =
      fmt::format("The {} only puts work on {}, and the host continues at once",
                  words_of(cause.task, names), words_of(cause.stream, names));
  const std::string wait = how_to_wait_for(cause.stream, names);
  if (cause.overwrites)
    return fmt::format(
        "{}.  Let it write where no pending copy reads, as in new memory for each copy, or "
        "let {} come {}.{}",
        begins, wait, in_order(cause.task.at, cause.use, names), skipped);
  return fmt::format("{}: {} must come {}.{}", begins, wait,
                     between(cause.task.at, cause.use, names), skipped);
}

std::string words_of(const HostWaitsForOther& cause, const Names& names) {
  if (cause.kind == HostWaitsForOther::Kind::event_elsewhere && cause.lost)
    return latest_record(*cause.lost, cause.record, words_of(cause.wait, names),
                         cause.task_stream, cause.waited_for, names);
  return fmt::format("{} {} must come {}.", other_wait(cause, names),
                     how_to_wait_for(cause.task_stream, names),
                     between(cause.task.at, cause.use, names));
}

}  // namespace gridlock
