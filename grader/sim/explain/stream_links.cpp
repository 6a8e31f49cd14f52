#include "sim/explain/stream_links.h"
#include "sim/explain/cause_makers.h"

#include <algorithm>
#include <limits>

namespace gridlock::sim {

std::optional<Cause> StreamExplainer::missing_link(const RaceEnd& earlier,
                                                   const RaceEnd& later) const {
  const std::optional<Index> one = task_of(earlier), other = task_of(later);
  if (one && other && *one != *other)
    return between_tasks(std::min(*one, *other), std::max(*one, *other));
  if (one && !other && later.slot == 0)
    return between_task_and_host(*one, later, earlier.writes);
  if (other && !one && earlier.slot == 0)
    return between_task_and_host(*other, earlier, later.writes);
  return std::nullopt;
}

std::optional<Index> StreamExplainer::task_of(const RaceEnd& end) const {
  // The task that is yet to allocate the memory has no epoch: its line identifies it.
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

/// How many calls the host had made before this access.
Index StreamExplainer::position_of_host(const RaceEnd& end) const {
  return static_cast<Index>(std::ranges::count_if(
      steps_, [&](const ApiStep& step) { return step.host_epoch < end.epoch; }));
}

std::optional<Index> StreamExplainer::record(std::uint64_t number) const {
  for (Index i = 0; i < steps_.size(); ++i)
    if (steps_[i].kind == ApiStep::Kind::record && steps_[i].record == number) return i;
  return std::nullopt;
}

// --- Two tasks ------------------------------------------------------------------------

/// The cause that the stream of the second task does not wait for a record made between
/// the two tasks.
Cause StreamExplainer::not_awaited(Index record, Index first, Index second) const {
  Index last = first;
  for (Index i = first; i < record; ++i)
    if (is_work(i) && steps_[i].asked_stream() == steps_[first].asked_stream()) last = i;
  EventNotAwaited cause{
      at(steps_[record].pc), what(last), what(second), stream_of(second), {}};
  for (Index i = record + 1; i < second && !cause.next; ++i)
    if (is_work(i) && steps_[i].asked_stream() == steps_[second].asked_stream())
      cause.next = what(i);
  for (Index i = second; i-- > 0;) {
    if (steps_[i].asked_stream() != steps_[second].asked_stream()) continue;
    cause.waits = is_wait(i);
    if (is_work(i) || is_wait(i)) break;
  }
  std::uint64_t above = 0;
  bool of_others = false;
  for (Index i = 0; i < steps_.size(); ++i) {
    if (!is_wait(i)) continue;
    if (steps_[i].pc < steps_[second].pc && steps_[i].pc >= above) {
      of_others = (of_others || steps_[i].pc != above) &&
                  steps_[i].asked_stream() != steps_[second].asked_stream();
      above = steps_[i].pc;
    }
    // In a loop, the wait may be for an earlier record of the event, or for none.
    const auto awaited = this->record(steps_[i].record);
    if (i < second && steps_[i].event == steps_[record].event &&
        steps_[i].stream == steps_[record].stream &&
        (!awaited || steps_[*awaited].stream == steps_[i].stream))
      cause.own_wait = at(steps_[i].pc);
  }
  if (of_others) cause.wait_of_others = at(above);
  if (cause.own_wait) cause.own_stream = stream_of(record);
  return cause;
}

/// The cause that no event orders the two tasks, which are in different streams.
Cause StreamExplainer::no_event_orders(Index first, Index second) const {
  const Stream& from = streams_.at(steps_[first].asked_stream());
  const Stream& to = streams_.at(steps_[second].asked_stream());
  NoEventOrders cause{.later = what(second),
                      .later_stream = stream_of(second),
                      .earlier = what(first),
                      .earlier_stream = stream_of(first),
                      .on_one_device = from.device == to.device,
                      .of_one_launch = are_of_one_launch(first, second),
                      .not_blocking = {},
                      .staged = steps_[first].staged};
  if (from.device == to.device && (from.legacy || to.legacy))
    cause.not_blocking = from.legacy ? stream_of(second) : stream_of(first);
  for (Index i = first + 1; i < second; ++i)
    if (const auto recorded = record(steps_[i].record);
        is_wait(i) && steps_[i].stream == from.id && recorded && *recorded > first &&
        steps_[*recorded].stream == to.id)
      cause.reversed = at(steps_[i].pc);
  for (Index i = first; i-- > 0;) {
    const auto recorded = record(steps_[i].record);
    if (!is_wait(i) || steps_[i].stream != to.id || !recorded ||
        steps_[*recorded].stream != from.id || works_between(i, second) ||
        works_between(*recorded, first))
      continue;
    cause.early_wait = at(steps_[i].pc);
    cause.early_call = at(steps_[i].called_from);
    cause.early_record = at(steps_[*recorded].pc);
    break;
  }
  // A copy in the default stream just behind a wait in a third stream belongs there.
  if (const Index before = second - 1; to.legacy && before > first && is_wait(before) &&
                                       steps_[before].stream != from.id &&
                                       steps_[before].stream != to.id) {
    cause.early_wait = at(steps_[before].pc);
    cause.early_record = {};
  }
  cause.of_several = is_of_several(first, second);
  return cause;
}

/// Whether the first task's line also gave work to a third stream, for which neither
/// the host nor the second task's stream waits.  False if that line also gave work to
/// the second task's stream, as in a loop over all streams: then not every stream need
/// be awaited.
bool StreamExplainer::is_of_several(Index first, Index second) const {
  const auto stream = [&](Index i) { return steps_[i].asked_stream(); };
  const auto waits = [&](Index i, std::uint64_t awaited) {
    const bool is_sync = steps_[i].kind == ApiStep::Kind::sync;
    if (!is_sync && !(is_wait(i) && stream(i) == stream(second))) return false;
    if (const auto recorded = record(steps_[i].record))
      return stream(*recorded) == awaited;
    return is_sync &&
           (steps_[i].stream == ApiStep::kNoStream || steps_[i].stream == awaited);
  };
  bool several = false;
  for (Index i = 0; i < second; ++i) {
    if (!is_work(i) || steps_[i].pc != steps_[first].pc) continue;
    if (stream(i) == stream(second)) return false;
    bool awaited = stream(i) == stream(first);
    for (Index j = i + 1; j < second; ++j) awaited |= waits(j, stream(i));
    several |= !awaited;
  }
  return several;
}

/// Why a wait between the two tasks does not order them.
/// \param missed a record made between the two tasks, perhaps of another event
Cause StreamExplainer::wrong_wait(Index wait, std::optional<Index> missed, Index first,
                                  Index second) const {
  const auto awaited = record(steps_[wait].record);
  if (missed && awaited && steps_[*missed].event != steps_[*awaited].event &&
      !is_made_before_its_work(*awaited, first, *missed))
    return not_awaited(*missed, first, second);
  Cause vain = wait_in_vain(wait, first, second);
  auto* unrecorded = vain.get_if<EventNotRecorded>();
  if (unrecorded && missed && *missed < wait) unrecorded->other = what(*missed);
  return vain;
}

/// Why `second` may overlap `first`, which was issued before it, to another stream.
Cause StreamExplainer::between_tasks(Index first, Index second) const {
  if (steps_[first].graph && steps_[first].graph == steps_[second].graph)
    return NodesUnordered{at(steps_[second].pc)};
  const Stream& from = streams_.at(steps_[first].asked_stream());
  const Stream& to = streams_.at(steps_[second].asked_stream());
  const auto missed = record_behind(first, second);
  if (const auto wait = telling_wait(first, second))
    return wrong_wait(*wait, missed, first, second);
  if (auto cause = in_another_stream_than_its_events(first, second)) return *cause;
  if (auto cause = in_another_stream_than_its_events(second, first)) return *cause;
  for (Index i = second; i < steps_.size(); ++i)
    if (is_wait(i) && steps_[i].stream == to.id && !is_for_another(i, first, second))
      return WaitsTooLate{at(steps_[i].pc), what(second)};
  if (missed && !from.legacy && !to.legacy) return not_awaited(*missed, first, second);
  for (Index i = second; !missed && i-- > first + 1;)
    if (steps_[i].in_vain) return unrecorded_wait(i, first, at(steps_[second].pc));
  return no_event_orders(first, second);
}

/// Whether a wait issued after the second task serves other work: it awaits another
/// stream than the first task's, or the same call also waited between the two tasks.
bool StreamExplainer::is_for_another(Index wait, Index first, Index second) const {
  const auto recorded = record(steps_[wait].record);
  if (recorded && steps_[*recorded].asked_stream() != steps_[first].asked_stream())
    return true;
  for (Index i = first + 1; i < second; ++i)
    if (is_wait(i) && steps_[i].pc == steps_[wait].pc &&
        steps_[i].stream == steps_[wait].stream)
      return true;
  return false;
}

/// Whether a loop records its event before the work that the record should follow.  The
/// records `early` and `next` are by one call: `early` belongs to the round of the work
/// if it is closer to the work than `next`.
bool StreamExplainer::is_made_before_its_work(Index early, Index work, Index next) const {
  return steps_[early].pc == steps_[next].pc && early < work &&
         steps_[early].asked_stream() == steps_[work].asked_stream() &&
         work - early < next - work;
}

/// The cause if the second task lies between a wait and a record of the first task's
/// stream, and so was meant to be in that stream; nothing otherwise.
std::optional<Cause> StreamExplainer::in_another_stream_than_its_events(
    Index first, Index second) const {
  const std::uint64_t stream = steps_[first].asked_stream();
  if (second == 0 || second + 1 == steps_.size() || steps_[second].graph)
    return std::nullopt;
  const ApiStep &before = steps_[second - 1], &behind = steps_[second + 1];
  if (!is_wait(second - 1) || before.stream != stream || behind.stream != stream ||
      behind.kind != ApiStep::Kind::record || behind.graph)
    return std::nullopt;
  const bool launches = steps_[second].kind == ApiStep::Kind::kernel;
  const int device = streams_.at(stream).device;
  return NotInStreamOfItsEvents{
      what(second),     stream_of(second),
      at(before.pc),    at(behind.pc),
      stream_of(first), launches && streams_.at(steps_[second].stream).device != device};
}

/// Whether one launch in the source, such as one in a loop over streams, started both
/// kernels.
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
    if (steps_[i].asked_stream() == steps_[from].asked_stream() && is_work(i))
      return true;
  return false;
}

bool StreamExplainer::is_work(Index step) const {
  return steps_[step].kind == ApiStep::Kind::kernel ||
         steps_[step].kind == ApiStep::Kind::work;
}

/// Whether the step is a wait that the program asked for, and not an edge of a graph.
bool StreamExplainer::is_wait(Index step) const {
  return steps_[step].kind == ApiStep::Kind::wait && !steps_[step].graph;
}

/// The record of an event in the first task's stream, directly after that task and before
/// the second one is issued: a wait for it would have ordered the two.  Further work may
/// lie between if no stream waits for the event.
std::optional<Index> StreamExplainer::record_behind(Index first, Index second) const {
  for (Index i = first + 1; i < second; ++i)
    if (steps_[i].kind == ApiStep::Kind::record && !steps_[i].graph &&
        steps_[i].stream == steps_[first].asked_stream())
      return works_between(first, i) && is_awaited(i) ? std::nullopt : std::optional(i);
  return std::nullopt;
}

bool StreamExplainer::is_awaited(Index record) const {
  return std::ranges::any_of(steps_, [&](const ApiStep& step) {
    return step.kind == ApiStep::Kind::wait && step.record == steps_[record].record;
  });
}

/// An earlier record of the event, issued after the task in the task's stream, which the
/// record `latest` has replaced.
std::optional<gridlock::Place> StreamExplainer::record_lost(Index task,
                                                            Index latest) const {
  for (Index i = task + 1; i < latest; ++i)
    if (steps_[i].kind == ApiStep::Kind::record &&
        steps_[i].event == steps_[latest].event &&
        steps_[i].stream == steps_[task].asked_stream())
      return at(steps_[i].pc);
  return std::nullopt;
}

/// The wait in the second task's stream that was meant to order it after the first.
/// Nothing if several could be meant: each may have another purpose.
std::optional<Index> StreamExplainer::telling_wait(Index first, Index second) const {
  std::optional<Index> too_early, unrecorded, elsewhere;
  unsigned waits = 0;
  for (Index i = second; i-- > first + 1;) {
    if (!is_wait(i) || steps_[i].stream != steps_[second].asked_stream()) continue;
    const std::optional<Index> recorded_at = record(steps_[i].record);
    // An event can only be recorded on its own device.
    if (!recorded_at &&
        steps_[i].device != streams_.at(steps_[first].asked_stream()).device)
      continue;
    ++waits;
    std::optional<Index>& kind =
        !recorded_at                                                          ? unrecorded
        : steps_[*recorded_at].asked_stream() != steps_[first].asked_stream() ? elsewhere
                                                                              : too_early;
    if (!kind) kind = i;
  }
  if (too_early) return too_early;
  if (unrecorded && !works_between(*unrecorded, second)) return unrecorded;
  return waits == 1 && !unrecorded ? elsewhere : std::nullopt;
}

/// Why an earlier wait in the second task's stream does not cover the first task.
Cause StreamExplainer::wait_in_vain(Index wait, Index first, Index second) const {
  const gridlock::Place call = at(steps_[wait].pc);
  const std::optional<Index> recorded_at = record(steps_[wait].record);
  if (!recorded_at) return EventNotRecorded{call, at(steps_[first].pc)};
  const gridlock::Place recorded = at(steps_[*recorded_at].pc);
  if (steps_[*recorded_at].asked_stream() != steps_[first].asked_stream())
    return EventElsewhere{
        call,        stream_of(*recorded_at), recorded,
        what(first), stream_of(first),        record_lost(first, *recorded_at)};
  if (*recorded_at < first) return EventTooEarly{call, recorded, what(first)};
  return TasksUnordered{what(second), stream_of(second), what(first), stream_of(first)};
}

// --- A task and the host --------------------------------------------------------------

Cause StreamExplainer::between_task_and_host(Index task, const RaceEnd& host,
                                             bool task_writes) const {
  for (Index i = position_of_host(host); i-- > task + 1;) {
    if (steps_[i].kind != ApiStep::Kind::sync || steps_[i].in_vain) continue;
    if (auto cause = sync_in_vain(i, task)) {
      cause->use = at(host.pc);
      return *cause;
    }
  }
  for (Index i = position_of_host(host); i-- > task + 1;)
    if (steps_[i].in_vain) return unrecorded_wait(i, task, at(host.pc));
  return HostDoesNotWait{what(task), stream_of(task), at(host.pc),
                         host.writes && !task_writes};
}

/// The host waited for an event that had not been recorded yet.
Cause StreamExplainer::unrecorded_wait(Index wait, Index task,
                                       gridlock::Place use) const {
  HostWaitsForOther cause;
  cause.kind = HostWaitsForOther::Kind::event_not_recorded;
  cause.wait = what(wait);
  cause.task = what(task);
  cause.task_stream = stream_of(task);
  cause.use = use;
  return cause;
}

/// Why the host's wait does not cover the task; nothing if that is unknown.
std::optional<HostWaitsForOther> StreamExplainer::sync_in_vain(Index sync,
                                                               Index task) const {
  using Kind = HostWaitsForOther::Kind;
  const ApiStep& wait = steps_[sync];
  HostWaitsForOther cause;
  cause.wait = what(sync);
  cause.task = what(task);
  cause.task_stream = stream_of(task);
  if (wait.record) {
    const std::optional<Index> recorded_at = record(wait.record);
    if (!recorded_at) return std::nullopt;
    cause.waited_for = stream_of(*recorded_at);
    cause.record = at(steps_[*recorded_at].pc);
    const bool elsewhere =
        steps_[*recorded_at].asked_stream() != steps_[task].asked_stream();
    cause.kind = elsewhere ? Kind::event_elsewhere : Kind::event_too_early;
    cause.lost = record_lost(task, *recorded_at);
    return elsewhere || *recorded_at < task ? std::optional(cause) : std::nullopt;
  }
  if (wait.stream == ApiStep::kNoStream) {
    cause.kind = Kind::other_device;
    cause.device = wait.device;
    return wait.device != cause.task_stream.device ? std::optional(cause) : std::nullopt;
  }
  if (wait.stream == steps_[task].asked_stream()) return std::nullopt;
  cause.kind = Kind::other_stream;
  cause.waited_for = stream_of(sync);
  return cause;
}

// --- No thread can go on --------------------------------------------------------------

std::vector<StreamExplainer::Waiting> StreamExplainer::waiting() const {
  std::vector<Waiting> all;
  for (std::uint64_t id = 0; id < streams_.count(); ++id) {
    const Stream& stream = streams_.at(id);
    if (stream.queue.empty()) continue;
    const Task& task = *stream.queue.front();
    if (task.kind != Task::Kind::wait || task.record->done) continue;
    const ApiStep& call = steps_[task.step];
    Waiting waiting{
        {stream_of(task.step), at(call.pc), {}, {}, false, at(call.called_from)},
        {},
        {id}};
    if (const std::optional<Index> recorded_at = record(task.record->number)) {
      waiting.told.recorder = stream_of(*recorded_at);
      waiting.told.record = at(steps_[*recorded_at].pc);
      // The wait belongs to the record's round if it stands behind the record in the
      // source.
      waiting.told.of_last_round = call.pc < steps_[*recorded_at].pc;
      for (Index i = *recorded_at + 1; i < task.step; ++i)
        if (steps_[i].kind == ApiStep::Kind::record &&
            steps_[i].pc == steps_[*recorded_at].pc)
          waiting.told.of_last_round = false;
      waiting.streams.insert(steps_[*recorded_at].stream);
    }
    waiting.wait.op = call.name;
    waiting.wait.pc = call.pc;
    waiting.wait.host = true;
    waiting.wait.device = stream.device;
    waiting.wait.stream = static_cast<int>(id);
    waiting.wait.stream_name = waiting.told.stream;
    all.push_back(std::move(waiting));
  }
  return all;
}

// --- Parts of causes ------------------------------------------------------------------

gridlock::Operation StreamExplainer::what(Index step) const {
  return {steps_[step].name, at(steps_[step].pc)};
}

StreamName StreamExplainer::name_of(const Stream& stream) const {
  StreamName name;
  name.device = stream.device;
  if (stream.legacy) return name;
  name.kind = stream.created_at == 0 ? StreamName::Kind::per_thread_default
                                     : StreamName::Kind::created;
  if (stream.created_at == 0) return name;
  name.given = stream.name;
  std::vector<std::uint64_t> calls;
  bool in_a_loop = false, again = false;
  for (std::uint64_t id = 0; id < streams_.count(); ++id) {
    const Stream& other = streams_.at(id);
    calls.push_back(other.created_at);
    if (other.created_at != stream.created_at) continue;
    in_a_loop |= other.number > 1;
    again |= other.round > 1;
  }
  name.created_at = created_at(stream.created_at, calls);
  if (in_a_loop) name.created_at.number = stream.number;
  if (again) name.call = stream.round;
  return name;
}

void StreamExplainer::name_streams(std::vector<Access>& steps) const {
  for (Access& step : steps)
    if (step.stream >= 0)
      step.stream_name = name_of(streams_.at(static_cast<std::uint64_t>(step.stream)));
}

}  // namespace gridlock::sim
