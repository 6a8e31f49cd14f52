// Why two tasks, or a task and the host, are not ordered.
#include <fmt/format.h>

#include "words/values.h"
#include "words/words.h"

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

/// What the host waited for in place of the task.
std::string waited_for_else(const HostWaitsForElse& cause, const Names& names) {
  const std::string wait = words_of(cause.wait, names);
  const std::string task = the(cause.task, names);
  switch (cause.kind) {
    case HostWaitsForElse::Kind::event_elsewhere:
      return fmt::format("The event of the {} was recorded in {} in {}, but {} is in {}.",
                         wait, words_of(cause.waited_for, names),
                         names.line(cause.record), task,
                         words_of(cause.task_stream, names));
    case HostWaitsForElse::Kind::event_too_early:
      return fmt::format("The event of the {} was recorded in {}, before {} was issued.",
                         wait, names.line(cause.record), task);
    case HostWaitsForElse::Kind::other_device:
      return fmt::format("The {} waits for device {}, but {} is on device {}.", wait,
                         cause.device, task, cause.task_stream.device);
    case HostWaitsForElse::Kind::other_stream:
      break;
  }
  return fmt::format("The {} waits for {}, but {} is in {}.", wait,
                     words_of(cause.waited_for, names), task,
                     words_of(cause.task_stream, names));
}

}  // namespace

std::string words_of(const WaitsTooLate& cause, const Names& names) {
  return fmt::format(
      "The cudaStreamWaitEvent in {} comes after {}, which does not wait for what is "
      "issued to its stream later; it must come before.",
      names.line(cause.wait), the(cause.task, names));
}

std::string words_of(const NoEventOrders& cause, const Names& names) {
  std::string why;
  if (cause.not_blocking)
    why = fmt::format(
        "{}, made with cudaStreamNonBlocking, does not wait for the default stream, nor "
        "it for that stream. ",
        words_of(*cause.not_blocking, names, true));
  if (cause.staged)
    why += fmt::format(
        "The {} returns when pageable memory has been staged; the copy itself may still "
        "run. ",
        words_of(cause.earlier, names));
  const std::string from = words_of(cause.earlier_stream, names);
  const std::string to = words_of(cause.later_stream, names);
  return why + fmt::format(
                   "{}: record one in {} after {} (cudaEventRecord), and let {} wait for "
                   "it before {} (cudaStreamWaitEvent){}.{}",
                   nothing_orders("No event", cause.later, cause.later_stream,
                                  cause.earlier, cause.earlier_stream, names),
                   from, names.line(cause.earlier.at), to, names.line(cause.later.at),
                   cause.on_one_device ? ", or put both into one stream" : "",
                   cause.of_one_launch
                       ? "  If they are to overlap, let both use that word with atomics."
                       : "");
}

std::string words_of(const EventNotRecorded& cause, const Names& names) {
  return fmt::format(
      "The event of the cudaStreamWaitEvent in {} had not been recorded when it was "
      "called, so it waits for nothing: cudaEventRecord must come between {} and it.",
      names.line(cause.wait), names.line(cause.task));
}

std::string words_of(const EventElsewhere& cause, const Names& names) {
  return fmt::format(
      "The event of the cudaStreamWaitEvent in {} was recorded in {} in {}, but {} is in "
      "{}: record it there.",
      names.line(cause.wait), words_of(cause.recorded_in, names),
      names.line(cause.record), the(cause.task, names),
      words_of(cause.task_stream, names));
}

std::string words_of(const EventTooEarly& cause, const Names& names) {
  return fmt::format(
      "The event of the cudaStreamWaitEvent in {} was recorded in {}, before {} was "
      "issued: record it after that.",
      names.line(cause.wait), names.line(cause.record), the(cause.task, names));
}

std::string words_of(const TasksUnordered& cause, const Names& names) {
  return nothing_orders("Nothing", cause.later, cause.later_stream, cause.earlier,
                        cause.earlier_stream, names) +
         ".";
}

std::string words_of(const HostGoesOn& cause, const Names& names) {
  return fmt::format(
      "The {} only puts work on {}, and the host goes on at once: {} must come between "
      "{} and {}.",
      words_of(cause.task, names), words_of(cause.stream, names),
      how_to_wait_for(cause.stream, names), names.line(cause.task.at),
      names.line(cause.use));
}

std::string words_of(const HostWaitsForElse& cause, const Names& names) {
  return fmt::format("{} {} must come between {} and {}.", waited_for_else(cause, names),
                     how_to_wait_for(cause.task_stream, names), names.line(cause.task.at),
                     names.line(cause.use));
}

}  // namespace gridlock
