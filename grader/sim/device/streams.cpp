#include "sim/device/streams.h"

#include <algorithm>
#include <iterator>

namespace gridlock::sim {

namespace {
/// The slots of the streams' engines lie between the host's slot and those of threads.
constexpr std::uint64_t kEngineSlots = 31;

constexpr double kMillisecondsPerTask = 0.001;
}  // namespace

void Streams::reset(int devices) {
  streams_.clear();
  events.reset();
  steps_.clear();
  issued_ = launched_ = recorded_ = graphs_ = done_ = 0;
  for (int device = 0; device < devices; ++device)
    create(device, true, 0, 0).legacy = true;
}

Stream& Streams::create(int device, bool blocking, int priority, std::uint64_t pc) {
  auto stream = std::make_unique<Stream>();
  stream->id = streams_.size();
  stream->device = device;
  stream->blocking = blocking;
  stream->priority = priority;
  stream->created_at = pc;
  bool remain = false;  // Other streams made by the same call are still alive.
  for (const auto& other : streams_) {
    if (other->created_at != pc) continue;
    remain |= other->alive;
    stream->number = other->number + 1;
    stream->round = other->round;
  }
  if (!remain && stream->number > 1) {
    stream->number = 1;
    ++stream->round;
  }
  stream->engine.host_group = &stream->engine_group;
  // If there are more streams than slots for engines, streams share slots, which can only
  // hide a missing order.
  stream->engine.slot = static_cast<Slot>(1 + stream->id % kEngineSlots);
  stream->engine.tick();
  streams_.push_back(std::move(stream));
  return *streams_.back();
}

Stream* Streams::find(std::uint64_t id) {
  if (id >= streams_.size() || !streams_[id]->alive) return nullptr;
  return streams_[id].get();
}

void Streams::destroy_of(int device) {
  for (const auto& stream : streams_)
    if (stream->device == device && !stream->legacy) stream->alive = false;
  events.destroy_of(device);
}

Task& Streams::issue(Stream& stream, Task::Kind kind, const char* call,
                     std::uint64_t pc) {
  auto task = std::make_unique<Task>();
  task->kind = kind;
  task->number = ++issued_;
  task->step = steps_.size();
  steps_.push_back({.kind = static_cast<ApiStep::Kind>(kind),
                    .name = call,
                    .pc = pc,
                    .stream = stream.id,
                    .host_epoch = host_.epoch,
                    .graph = graph_.number,
                    .graph_stream = graph_.stream});
  history_.add_api(task->step, false);
  task->before.join(host_);
  host_.tick();  // The host's later work is not ordered before the task.
  stream.queue.push_back(std::move(task));
  return *stream.queue.back();
}

Task& Streams::issue_wait(Stream& stream, std::shared_ptr<EventRecord> record,
                          const char* call, std::uint64_t pc, const DeviceEvent* event) {
  INVARIANT("A wait is for a record that was asked for.",
            record && record->number <= recorded_);
  Task& task = issue(stream, Task::Kind::wait, call, pc);
  step(task).record = record->number;
  if (event) {
    step(task).device = event->device;
    step(task).event = event->id;
  }
  task.record = std::move(record);
  return task;
}

Task& Streams::issue_kernel(Stream& stream, std::unique_ptr<Kernel> kernel,
                            std::uint64_t pc) {
  INVARIANT("A launch is of the stream's device.", kernel->device == stream.device);
  INVARIANT("A launch has blocks and threads.",
            kernel->grid.count() > 0 && kernel->block.count() > 0);
  Task& task = issue(stream, Task::Kind::kernel, "launch", pc);
  kernel->number = ++launched_;
  step(task).kernel = kernel->number;
  step(task).function = kernel->name;
  task.kernel = std::move(kernel);
  return task;
}

Task& Streams::issue_record(Stream& stream, DeviceEvent& event, const char* call,
                            std::uint64_t pc) {
  Task& task = issue(stream, Task::Kind::record, call, pc);
  task.record = std::make_shared<EventRecord>();
  task.record->number = step(task).record = ++recorded_;
  step(task).event = event.id;
  event.last = task.record;
  return task;
}

void Streams::note_sync(const char* call, std::uint64_t pc, const Stream* stream,
                        const EventRecord* record, int device) {
  steps_.push_back({.kind = ApiStep::Kind::sync,
                    .name = call,
                    .pc = pc,
                    .stream = stream ? stream->id : ApiStep::kNoStream,
                    .device = device,
                    .record = record ? record->number : 0,
                    .host_epoch = host_.epoch});
  history_.add_api(steps_.size() - 1, false);
  host_.tick();  // Separates the host's work before the wait from its work after it.
}

void Streams::note_wait_in_vain(const char* call, std::uint64_t pc) {
  note_sync(call, pc, nullptr, nullptr);
  steps_.back().in_vain = true;
}

bool Streams::waits_for_each_other(const Stream& one, const Stream& other) {
  return &one != &other && one.device == other.device && one.blocking && other.blocking &&
         (one.legacy || other.legacy);
}

bool Streams::are_in_order(const ApiStep& first, const ApiStep& later) const {
  return first.stream == later.stream ||
         waits_for_each_other(at(first.stream), at(later.stream));
}

bool Streams::is_awaited_by(const ApiStep& step, const ApiStep& sync) const {
  if (sync.in_vain || step.stream == ApiStep::kNoStream) return false;
  if (sync.record != 0) {
    const auto is_it = [&](const ApiStep& other) {
      return other.kind == ApiStep::Kind::record && other.record == sync.record;
    };
    const auto recorded = std::ranges::find_if(steps_, is_it);
    return recorded != steps_.end() && &step <= &*recorded &&
           step.asked_stream() == recorded->asked_stream();
  }
  if (sync.stream == ApiStep::kNoStream) return at(step.stream).device == sync.device;
  return step.asked_stream() == sync.stream ||
         (at(sync.stream).legacy && are_in_order(step, sync));
}

/// Whether the task must wait for its record, or for work issued before it to other
/// streams: the legacy stream waits for the blocking streams, and these wait for it.
bool Streams::held_back(const Stream& stream, const Task& task) const {
  if (task.kind == Task::Kind::wait && !task.record->done) return true;
  return std::ranges::any_of(streams_, [&](const auto& other) {
    return waits_for_each_other(stream, *other) && !other->queue.empty() &&
           other->queue.front()->number < task.number;
  });
}

void Streams::collect_startable(std::vector<Task*>& into) {
  for (const auto& stream : streams_) {
    if (stream->queue.empty()) continue;
    Task& task = *stream->queue.front();
    if (!task.started && !held_back(*stream, task)) into.push_back(&task);
  }
}

Stream& Streams::stream_of(const Task& task) {
  const auto owner = std::ranges::find_if(streams_, [&](const auto& stream) {
    return !stream->queue.empty() && stream->queue.front().get() == &task;
  });
  INVARIANT("A task that starts or ends is at the head of a stream.",
            owner != streams_.end());
  return **owner;
}

Stream& Streams::stream_of_kernel(const Kernel& kernel) {
  const auto owner = std::ranges::find_if(streams_, [&](const auto& stream) {
    return !stream->queue.empty() && stream->queue.front()->kernel.get() == &kernel;
  });
  INVARIANT("A kernel that runs is at the head of a stream.", owner != streams_.end());
  return **owner;
}

Stream& Streams::stream_of_engine(const Thread& engine) const {
  const auto owner = std::ranges::find_if(
      streams_, [&](const auto& stream) { return &stream->engine == &engine; });
  INVARIANT("Each engine belongs to a stream.", owner != streams_.end());
  return **owner;
}

void Streams::start(Task& task) {
  INVARIANT("A task starts once.", !task.started);
  task.started = true;
  history_.add_api(task.step, true);
  Stream& stream = stream_of(task);
  INVARIANT("A task starts when nothing holds it back.", !held_back(stream, task));
  stream.done.join(task.before);
  for (const auto& other : streams_)
    if (waits_for_each_other(stream, *other)) stream.done.join(other->done);
  switch (task.kind) {
    case Task::Kind::kernel:
      task.kernel->before = stream.done;
      task.kernel->before.flatten();
      client_.begin_kernel(*task.kernel);
      return;
    case Task::Kind::work:
      take_over(stream.engine, stream.done);
      step(task).engine_epoch = stream.engine.epoch;
      task.work(stream.engine);
      stream.done.join(stream.engine);
      stream.engine.tick();
      break;
    case Task::Kind::host_function:
      take_over(stream.engine, stream.done);
      step(task).engine_epoch = stream.engine.epoch;
      client_.begin_host_function(stream.engine);
      return;
    case Task::Kind::record:
      INVARIANT("A record is made once.", !task.record->done);
      task.record->clock = stream.done;
      task.record->time_ms = static_cast<double>(done_) * kMillisecondsPerTask;
      task.record->done = true;
      break;
    case Task::Kind::wait:
      INVARIANT("A wait ends behind its record.", task.record->done);
      stream.done.join(task.record->clock);
      break;
  }
  finish(stream);
}

void Streams::finish(Stream& stream) {
  INVARIANT("A task that ends is at the head of its stream, and has started.",
            !stream.queue.empty() && stream.queue.front()->started);
  const Task::Kind kind = stream.queue.front()->kind;
  if (kind != Task::Kind::record && kind != Task::Kind::wait) ++done_;
  stream.queue.pop_front();
  client_.task_ended();
}

const ApiStep* Streams::work_of(Slot engine, Epoch epoch) const {
  const auto found = std::ranges::find_if(steps_, [&](const ApiStep& step) {
    return step.kind == ApiStep::Kind::work && step.engine_epoch == epoch &&
           streams_[step.stream]->engine.slot == engine;
  });
  return found == steps_.end() ? nullptr : &*found;
}

bool Streams::idle() const {
  return std::ranges::all_of(streams_,
                             [](const auto& stream) { return stream->queue.empty(); });
}

bool Streams::idle(const Stream& stream) const {
  return stream.queue.empty() && std::ranges::all_of(streams_, [&](const auto& other) {
           return !waits_for_each_other(stream, *other) || !stream.legacy ||
                  other->queue.empty();
         });
}

ApiClock Streams::done(const Stream& stream) const {
  ApiClock clock = stream.done;
  for (const auto& other : streams_)
    if (stream.legacy && waits_for_each_other(stream, *other)) clock.join(other->done);
  return clock;
}

bool Streams::idle(int device) const {
  return std::ranges::all_of(streams_, [&](const auto& stream) {
    return stream->device != device || stream->queue.empty();
  });
}

ApiClock Streams::all_done(int device) const {
  ApiClock clock;
  for (const auto& stream : streams_)
    if (stream->device == device) clock.join(stream->done);
  return clock;
}

void Streams::order_streams(const std::vector<int>& devices, Stream& carrier,
                            const char* call, std::uint64_t pc, bool before) {
  for (const auto& stream : streams_) {
    if (stream.get() == &carrier || !stream->blocking ||
        std::ranges::find(devices, stream->device) == devices.end())
      continue;
    Stream& first = before ? *stream : carrier;
    Stream& second = before ? carrier : *stream;
    if (first.queue.empty() && second.queue.empty()) {
      second.done.join(first.done);
      continue;
    }
    DeviceEvent& event = events.create(first.device, false);
    issue_record(first, event, call, pc);
    issue_wait(second, event.last, call, pc);
  }
}

}  // namespace gridlock::sim
