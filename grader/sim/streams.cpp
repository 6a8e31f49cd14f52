#include "sim/streams.h"

#include <algorithm>

#include "sim/machine.h"

namespace gridlock::sim {

namespace {
/// Slots of the streams' engines come right after the host's; threads' come after these.
constexpr std::uint64_t kEngineSlots = 31;
}  // namespace

void Streams::reset() {
  streams_.clear();
  events_.clear();
  issued_ = 0;
  clock_ms_ = 0;
  create(true);
}

Stream& Streams::create(bool blocking) {
  auto stream = std::make_unique<Stream>();
  stream->id = streams_.size();
  stream->blocking = blocking;
  // More streams than engine slots share them, which can only hide an order.
  stream->engine.slot = static_cast<Slot>(1 + stream->id % kEngineSlots);
  stream->engine.tick();
  streams_.push_back(std::move(stream));
  return *streams_.back();
}

Stream* Streams::find(std::uint64_t id) {
  if (id >= streams_.size() || !streams_[id]->alive) return nullptr;
  return streams_[id].get();
}

DeviceEvent& Streams::create_event(bool timing) {
  auto event = std::make_unique<DeviceEvent>();
  event->id = events_.size() + 1;
  event->timing = timing;
  events_.push_back(std::move(event));
  return *events_.back();
}

DeviceEvent* Streams::find_event(std::uint64_t id) {
  if (id == 0 || id > events_.size() || !events_[id - 1]->alive) return nullptr;
  return events_[id - 1].get();
}

Task& Streams::issue(Stream& stream, Task::Kind kind, std::uint64_t pc) {
  auto task = std::make_unique<Task>();
  task->kind = kind;
  task->number = ++issued_;
  task->pc = pc;
  Thread& host = machine->host();
  task->before.join(host);
  host.tick();  // What the host does from now on is not ordered before the task.
  stream.queue.push_back(std::move(task));
  return *stream.queue.back();
}

/// A task of the legacy stream comes after everything issued before it to blocking
/// streams, and a task of those after what was issued before it to the legacy stream.
bool Streams::held_back(const Stream& stream, const Task& task) const {
  if (task.kind == Task::Kind::wait && task.event->records_done < task.record_number)
    return true;
  if (!stream.blocking) return false;
  for (const auto& other : streams_) {
    if (other.get() == &stream || !other->blocking || other->queue.empty()) continue;
    if (stream.id != 0 && other->id != 0) continue;
    if (other->queue.front()->number < task.number) return true;
  }
  return false;
}

void Streams::collect_startable(std::vector<Task*>& into) {
  for (const auto& stream : streams_) {
    if (stream->queue.empty()) continue;
    Task& task = *stream->queue.front();
    if (!task.started && !held_back(*stream, task)) into.push_back(&task);
  }
}

Stream& Streams::stream_of(const Task& task) {
  const auto owner =
      std::find_if(streams_.begin(), streams_.end(), [&](const auto& stream) {
        return !stream->queue.empty() && stream->queue.front().get() == &task;
      });
  return **owner;
}

Stream& Streams::stream_of_kernel(const Kernel& kernel) {
  const auto owner =
      std::find_if(streams_.begin(), streams_.end(), [&](const auto& stream) {
        return !stream->queue.empty() && stream->queue.front()->kernel.get() == &kernel;
      });
  return **owner;
}

void Streams::start(Task& task) {
  task.started = true;
  Stream& stream = stream_of(task);
  stream.done.join(task.before);
  if (stream.blocking) {
    for (const auto& other : streams_)
      if (other->blocking && (stream.id == 0 || other->id == 0))
        stream.done.join(other->done);
  }
  switch (task.kind) {
    case Task::Kind::kernel:
      task.kernel->before = stream.done;
      task.kernel->before.flatten();
      machine->begin_kernel(*task.kernel);
      return;
    case Task::Kind::work:
      take_over(stream.engine, stream.done);
      task.work(stream.engine);
      stream.done.join(stream.engine);
      stream.engine.tick();
      break;
    case Task::Kind::record:
      task.event->clock = stream.done;
      task.event->records_done = std::max(task.event->records_done, task.record_number);
      task.event->time_ms = clock_ms_ += 0.001;
      break;
    case Task::Kind::wait:
      stream.done.join(task.event->clock);
      break;
  }
  finish(stream);
}

void Streams::finish(Stream& stream) {
  stream.queue.pop_front();
  machine->wake_host();
}

bool Streams::idle() const {
  return std::all_of(streams_.begin(), streams_.end(),
                     [](const auto& stream) { return stream->queue.empty(); });
}

ApiClock Streams::all_done() const {
  ApiClock clock;
  for (const auto& stream : streams_) clock.join(stream->done);
  return clock;
}

}  // namespace gridlock::sim
