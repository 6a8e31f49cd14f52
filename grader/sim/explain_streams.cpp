#include "sim/explain_streams.h"
#include "sim/call_site.h"
#include "sim/explain.h"
#include "sim/explain_words.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace gridlock::sim {

namespace {

/// "1st", "22nd", "13th".
std::string ordinal(unsigned number) {
  const unsigned ten = number / 10 % 10, one = number % 10;
  const char* const ending = ten == 1 || one == 0 || one > 3 ? "th"
                             : one == 1                      ? "st"
                             : one == 2                      ? "nd"
                                                             : "rd";
  return fmt::format("{}{}", number, ending);
}

}  // namespace

std::string StreamExplainer::missing_link(const RaceEnd& earlier,
                                          const RaceEnd& later) const {
  const std::optional<Index> one = task_of(earlier), other = task_of(later);
  if (one && other && *one != *other)
    return between_tasks(std::min(*one, *other), std::max(*one, *other));
  if (one && !other && later.slot == 0) return between_task_and_host(*one, later);
  if (other && !one && earlier.slot == 0) return between_task_and_host(*other, earlier);
  return "";
}

std::optional<StreamExplainer::Index> StreamExplainer::task_of(const RaceEnd& end) const {
  // The task that makes stream-ordered memory may not have run: then its line names it.
  const bool to_come = end.epoch == std::numeric_limits<Epoch>::max();
  for (Index i = 0; i < steps_.size(); ++i) {
    const ApiStep& step = steps_[i];
    if (step.kind == ApiStep::Kind::sync) continue;
    if (end.actor.kernel_number) {
      if (step.kernel == end.actor.kernel_number) return i;
    } else if (end.slot != 0 && streams_.at(step.stream).engine.slot == end.slot) {
      if (to_come ? step.pc == end.pc : step.engine_epoch == end.epoch) return i;
    }
  }
  return std::nullopt;
}

/// How many steps the host had taken.
StreamExplainer::Index StreamExplainer::position_of_host(const RaceEnd& end) const {
  return static_cast<Index>(
      std::count_if(steps_.begin(), steps_.end(),
                    [&](const ApiStep& step) { return step.host_epoch < end.epoch; }));
}

std::optional<StreamExplainer::Index> StreamExplainer::record(
    std::uint64_t number) const {
  for (Index i = 0; i < steps_.size(); ++i)
    if (steps_[i].kind == ApiStep::Kind::record && steps_[i].record == number) return i;
  return std::nullopt;
}

// --- Two tasks ------------------------------------------------------------------------

/// `first` was issued before `second`, to another stream.
std::string StreamExplainer::between_tasks(Index first, Index second) const {
  const Stream& from = streams_.at(steps_[first].stream);
  const Stream& to = streams_.at(steps_[second].stream);
  if (const auto wait = telling_wait(first, second))
    return wait_in_vain(*wait, first, second);
  for (Index i = second; i < steps_.size(); ++i)
    if (steps_[i].kind == ApiStep::Kind::wait && steps_[i].stream == to.id)
      return fmt::format(
          "The cudaStreamWaitEvent in {} comes after {}, which does not wait for what is "
          "issued to its stream later; it must come before.",
          at(steps_[i].pc), what(second));
  std::string why;
  if (from.device == to.device && (from.legacy || to.legacy))
    why = fmt::format(
        "{}, made with cudaStreamNonBlocking, does not wait for the "
        "default stream, nor it for that stream. ",
        from.legacy ? stream_of(second) : stream_of(first));
  if (steps_[first].staged)
    why += fmt::format(
        "The {} in {} returns when pageable memory has been staged; the "
        "copy itself may still run. ",
        steps_[first].name, at(steps_[first].pc));
  if (!why.empty() && why[0] == 't') why[0] = 'T';
  return why + fmt::format(
                   "No event orders {}, in {}, after {}, in {}: record one in {} after "
                   "{} (cudaEventRecord), and let {} wait for it before {} "
                   "(cudaStreamWaitEvent){}.{}",
                   what(second), stream_of(second), what(first), stream_of(first),
                   stream_of(first), at(steps_[first].pc), stream_of(second),
                   at(steps_[second].pc),
                   from.device == to.device ? ", or put both into one stream" : "",
                   are_of_one_launch(first, second)
                       ? "  If they are to overlap, let both use that word with atomics."
                       : "");
}

/// Whether both are kernels that one launch in the source starts, as a loop over streams
/// does.
bool StreamExplainer::are_of_one_launch(Index one, Index other) const {
  return steps_[one].kind == ApiStep::Kind::kernel &&
         steps_[other].kind == ApiStep::Kind::kernel &&
         steps_[one].pc == steps_[other].pc &&
         streams_.at(steps_[one].stream).device ==
             streams_.at(steps_[other].stream).device;
}

/// Whether the stream of `from` was given a kernel or a copy between the two steps.
bool StreamExplainer::works_between(Index from, Index to) const {
  for (Index i = from + 1; i < to; ++i)
    if (steps_[i].stream == steps_[from].stream &&
        (steps_[i].kind == ApiStep::Kind::kernel ||
         steps_[i].kind == ApiStep::Kind::work))
      return true;
  return false;
}

/// Of the waits in the second task's stream that could have ordered it after the first,
/// the one that was meant to.  Where many wait, each may be there for something else.
std::optional<StreamExplainer::Index> StreamExplainer::telling_wait(Index first,
                                                                    Index second) const {
  std::optional<Index> too_early, unrecorded, elsewhere;
  unsigned waits = 0;
  for (Index i = second; i-- > first + 1;) {
    if (steps_[i].kind != ApiStep::Kind::wait ||
        steps_[i].stream != steps_[second].stream)
      continue;
    ++waits;
    const std::optional<Index> made = record(steps_[i].record);
    std::optional<Index>& kind = !made ? unrecorded
                                 : steps_[*made].stream != steps_[first].stream
                                     ? elsewhere
                                     : too_early;
    if (!kind) kind = i;
  }
  if (too_early) return too_early;
  if (unrecorded && !works_between(*unrecorded, second)) return unrecorded;
  return waits == 1 && !unrecorded ? elsewhere : std::nullopt;
}

/// Why a wait in the second task's stream, before it, does not cover the first task.
std::string StreamExplainer::wait_in_vain(Index wait, Index first, Index second) const {
  const std::string call =
      fmt::format("the cudaStreamWaitEvent in {}", at(steps_[wait].pc));
  const std::optional<Index> made = record(steps_[wait].record);
  if (!made)
    return fmt::format(
        "The event of {} had not been recorded when it was called, so it waits for "
        "nothing: cudaEventRecord must come between {} and it.",
        call, at(steps_[first].pc));
  if (steps_[*made].stream != steps_[first].stream)
    return fmt::format(
        "The event of {} was recorded in {} in {}, but {} is in {}: record "
        "it there.",
        call, stream_of(*made), at(steps_[*made].pc), what(first), stream_of(first));
  if (*made < first)
    return fmt::format(
        "The event of {} was recorded in {}, before {} was issued: record it after that.",
        call, at(steps_[*made].pc), what(first));
  return fmt::format("Nothing orders {}, in {}, after {}, in {}.", what(second),
                     stream_of(second), what(first), stream_of(first));
}

// --- A task and the host --------------------------------------------------------------

std::string StreamExplainer::between_task_and_host(Index task,
                                                   const RaceEnd& host) const {
  for (Index i = position_of_host(host); i-- > task + 1;) {
    if (steps_[i].kind != ApiStep::Kind::sync) continue;
    if (const std::string why = sync_in_vain(i, task); !why.empty())
      return fmt::format("{} {} must come between {} and {}.", why, how_to_wait_for(task),
                         at(steps_[task].pc), at(host.pc));
  }
  return fmt::format(
      "The {} only puts work on {}, and the host goes on at once: {} must come between "
      "{} "
      "and {}.",
      what(task).substr(4), stream_of(task), how_to_wait_for(task), at(steps_[task].pc),
      at(host.pc));
}

/// Why the host's wait does not cover the task; "" if it is not known to.
std::string StreamExplainer::sync_in_vain(Index sync, Index task) const {
  const ApiStep& wait = steps_[sync];
  if (wait.record) {
    const std::optional<Index> made = record(wait.record);
    if (!made) return "";
    if (steps_[*made].stream != steps_[task].stream)
      return fmt::format(
          "The event of the {} in {} was recorded in {} in {}, but {} is "
          "in {}.",
          wait.name, at(wait.pc), stream_of(*made), at(steps_[*made].pc), what(task),
          stream_of(task));
    if (*made < task)
      return fmt::format(
          "The event of the {} in {} was recorded in {}, before {} was issued.",
          wait.name, at(wait.pc), at(steps_[*made].pc), what(task));
    return "";
  }
  const int device = streams_.at(steps_[task].stream).device;
  if (wait.stream == ApiStep::kNoStream && wait.device != device)
    return fmt::format("The {} in {} waits for device {}, but {} is on device {}.",
                       wait.name, at(wait.pc), wait.device, what(task), device);
  if (wait.stream == ApiStep::kNoStream || wait.stream == steps_[task].stream) return "";
  return fmt::format("The {} in {} waits for {}, but {} is in {}.", wait.name,
                     at(wait.pc), stream_of(sync), what(task), stream_of(task));
}

// --- Nobody can go on -----------------------------------------------------------------

std::vector<std::string> StreamExplainer::waiting() const {
  std::vector<std::string> texts;
  for (std::uint64_t id = 0; id < streams_.count(); ++id) {
    const Stream& stream = streams_.at(id);
    if (stream.queue.empty()) continue;
    const Task& task = *stream.queue.front();
    if (task.kind != Task::Kind::wait || task.record->done) continue;
    const std::optional<Index> made = record(task.record->number);
    texts.push_back(fmt::format("{} waits in {} for {}", stream_of(task.step),
                                at(steps_[task.step].pc),
                                made ? fmt::format("the event that {} records in {}",
                                                   stream_of(*made), at(steps_[*made].pc))
                                     : "an event"));
  }
  return texts;
}

// --- Words ----------------------------------------------------------------------------

std::string StreamExplainer::what(Index step) const {
  return fmt::format("the {} in {}", steps_[step].name, at(steps_[step].pc));
}

/// " (2nd of line 6)" where a loop makes several streams in one line, else "".
std::string StreamExplainer::number_in_line(const Stream& stream) const {
  unsigned all = 0, own = 0;
  for (std::uint64_t id = 0; id < streams_.count(); ++id) {
    if (streams_.at(id).made_at != stream.made_at) continue;
    ++all;
    if (id <= stream.id) ++own;
  }
  return all > 1 ? fmt::format(" ({} of {})", ordinal(own), at(stream.made_at)) : "";
}

std::string StreamExplainer::variable_of(const Stream& stream) const {
  std::vector<std::uint64_t> calls;
  for (std::uint64_t id = 0; id < streams_.count(); ++id)
    calls.push_back(streams_.at(id).made_at);
  return made_at('$', stream.made_at, calls);
}

std::string StreamExplainer::stream_of(Index step) const {
  const Stream& stream = streams_.at(steps_[step].stream);
  if (stream.legacy)
    return stream.device == 0
               ? "the default stream"
               : fmt::format("the default stream of device {}", stream.device);
  if (stream.made_at == 0) return "the per-thread default stream";
  return fmt::format("the stream {}{}{}", variable_of(stream), number_in_line(stream),
                     of_device(stream.device));
}

std::string StreamExplainer::how_to_wait_for(Index step) const {
  const Stream& stream = streams_.at(steps_[step].stream);
  if (stream.legacy)
    return stream.device == 0
               ? "cudaDeviceSynchronize()"
               : fmt::format("cudaDeviceSynchronize() of device {}", stream.device);
  if (stream.made_at == 0) return "cudaStreamSynchronize(cudaStreamPerThread)";
  return fmt::format("cudaStreamSynchronize({})", variable_of(stream));
}

}  // namespace gridlock::sim
