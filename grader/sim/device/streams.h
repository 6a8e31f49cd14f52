/// Streams and events: the work that a device may do next, and what is ordered before it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/invariant.h"
#include "sim/device/events.h"
#include "sim/device/thread.h"
#include "sim/model/history.h"

namespace gridlock::sim {

struct Stream;

struct Task {
  enum class Kind { kernel, work, host_function, record, wait } kind = Kind::work;
  /// The task's number in the order in which the host issues tasks to all streams.
  std::uint64_t number = 0;
  std::size_t step = 0;  ///< Its index in `Streams::steps()`.
  ApiClock before;       ///< The host's clock when the task was issued.
  std::unique_ptr<Kernel> kernel;
  /// A copy or a memset, which takes one step.
  std::function<void(Thread& engine)> work;
  std::function<void()> host_function;
  std::shared_ptr<EventRecord> record;  ///< The record that the task makes or waits for.
  bool started = false;
};

/// A request of the host to a stream or an event.  In program order, these steps show
/// which link between two tasks is missing.
struct ApiStep {
  enum class Kind { kernel, work, host_function, record, wait, sync } kind;
  const char* name = "";  ///< The name of the call.
  std::uint64_t pc = 0;
  std::uint64_t stream = kNoStream;
  /// For a sync without stream and record: the device that it waits for.  For a wait for
  /// an event: the event's device.
  int device = 0;
  std::uint64_t record = 0;  ///< The number of the record made or waited for; 0: none.
  std::uint64_t event = 0;   ///< For a record or a wait: the event's number.
  bool in_vain = false;      ///< A sync with an event that had not been recorded.
  std::uint64_t kernel = 0;  ///< For a launch: the kernel's number.
  std::string function{};    ///< For a launch: the kernel's function.
  /// For a record or a wait, in a recorded execution: where the program calls the
  /// function that contains the record or wait.
  std::uint64_t called_from = 0;
  Epoch host_epoch = 0;    ///< The host's epoch at the request.
  Epoch engine_epoch = 0;  ///< The engine's epoch when the task ran; 0: not yet.
  /// A copy from pageable memory: the call returns before the copy.
  bool staged = false;
  bool fills = false;       ///< A memset, not a copy.
  std::uint64_t bytes = 0;  ///< The size of a copy or a fill; 0 for other steps.
  /// For work of a graph: the launch's number and stream.
  std::uint64_t graph = 0;
  std::uint64_t graph_stream = 0;
  static constexpr std::uint64_t kNoStream = ~std::uint64_t{0};
  /// The stream to which the program issued the work.
  std::uint64_t asked_stream() const { return graph ? graph_stream : stream; }
};

struct Stream {
  /// The first ids are those of the devices' legacy default streams.
  std::uint64_t id = 0;
  int device = 0;
  bool legacy = false;   ///< The device's legacy default stream.
  bool blocking = true;  ///< Synchronizes with the legacy default stream.
  int priority = 0;
  bool alive = true;
  std::uint64_t created_at = 0;  ///< Program counter of the call; 0: a default stream.
  /// Its number among the streams made by this call, from 1.  Numbering begins anew once
  /// all of them have been destroyed, as when a function is called again.
  unsigned number = 1;
  unsigned round = 1;  ///< How often numbering has begun.
  std::string name;    ///< The name that a scenario gave; otherwise "".
  std::deque<std::unique_ptr<Task>> queue;
  ApiClock done;
  /// Makes the stream's copies and calls its host functions.  It has its own slot in
  /// clocks.
  Thread engine;
  Group engine_group;
};

/// Executes the work of streams; implemented by the machine.
class StreamClient {
 public:
  /// A kernel begins, because its turn in its stream has come.
  virtual void begin_kernel(Kernel& kernel) = 0;
  /// A host function begins; `engine` runs it.
  virtual void begin_host_function(Thread& engine) = 0;
  /// A task has ended, so a wait of the host may be over.
  virtual void task_ended() = 0;

 protected:
  ~StreamClient() = default;
};

class Streams {
 public:
  Streams(Thread& host, History& history, StreamClient& client)
      : host_(host), history_(history), client_(client) {}

  Events events;

  void reset(int devices);

  Stream& legacy(int device) {
    Stream& stream = *streams_[static_cast<std::size_t>(device)];
    INVARIANT("The first streams are the devices' default ones.",
              stream.legacy && stream.device == device);
    return stream;
  }
  Stream* find(std::uint64_t id);
  Stream& create(int device, bool blocking, int priority, std::uint64_t pc);
  /// Whether a stream with this id exists or has existed.
  bool has_had(std::uint64_t id) const { return id < streams_.size(); }
  void destroy_of(int device);

  /// Appends a task that the host issues now.
  Task& issue(Stream& stream, Task::Kind kind, const char* call, std::uint64_t pc);
  Task& issue_record(Stream& stream, DeviceEvent& event, const char* call,
                     std::uint64_t pc);
  /// Appends a wait for a record.  `event` is the record's event; null if the program
  /// names none.
  Task& issue_wait(Stream& stream, std::shared_ptr<EventRecord> record, const char* call,
                   std::uint64_t pc, const DeviceEvent* event = nullptr);
  /// Appends a launch.  Kernels are numbered in the order of their launches.
  Task& issue_kernel(Stream& stream, std::unique_ptr<Kernel> kernel, std::uint64_t pc);
  /// Calls `issue_nodes`.  All work that it issues belongs to one launch of a graph in
  /// `stream`.
  template <class Function>
  void issue_graph(const Stream& stream, Function issue_nodes) {
    INVARIANT("One graph is launched at a time.", graph_.number == 0);
    graph_ = {++graphs_, stream.id};
    issue_nodes();
    graph_ = {};
  }
  /// The host has waited for `stream`, for `record` or, if both are null, for the device.
  void note_sync(const char* call, std::uint64_t pc, const Stream* stream,
                 const EventRecord* record, int device = 0);
  /// The host waits for an event that was never recorded, so the wait returns at once.
  void note_wait_in_vain(const char* call, std::uint64_t pc);
  /// Calls `between` to issue work to `carrier`, after all earlier work of the devices'
  /// blocking streams and before all their later work.
  template <class Function>
  void serialize_with(const std::vector<int>& devices, Stream& carrier, const char* call,
                      std::uint64_t pc, Function between) {
    order_streams(devices, carrier, call, pc, true);
    between();
    order_streams(devices, carrier, call, pc, false);
  }
  /// Collects the tasks that may start: those at the heads of their streams that need not
  /// wait.
  void collect_startable(std::vector<Task*>& into);
  /// Starts a task.  A kernel or a host function ends later, by finish(); any other task
  /// ends at once.
  void start(Task& task);
  void finish(Stream& stream);
  Stream& stream_of(const Task& task);
  Stream& stream_of_kernel(const Kernel& kernel);
  Stream& stream_of_engine(const Thread& engine) const;

  bool idle() const;
  bool idle(int device) const;
  /// Whether a wait for this stream is over.  The legacy default stream includes the work
  /// of all blocking streams.
  bool idle(const Stream& stream) const;
  /// All work that is ordered before the end of a wait for the stream, or for the device.
  ApiClock done(const Stream& stream) const;
  ApiClock all_done(int device) const;

  const std::vector<ApiStep>& steps() const { return steps_; }
  void note_caller(std::uint64_t pc) { steps_.back().called_from = pc; }
  ApiStep& step(const Task& task) {
    INVARIANT("A task belongs to a step that the host requested.",
              task.step < steps_.size());
    return steps_[task.step];
  }
  /// The copy or fill that the engine with this slot made at this epoch; null if it made
  /// none.
  const ApiStep* work_of(Slot engine, Epoch epoch) const;
  std::uint64_t count() const { return streams_.size(); }
  /// Whether the streams, without events, execute `first` before `later`, which was
  /// issued later.
  bool are_in_order(const ApiStep& first, const ApiStep& later) const;
  /// Whether the host's later wait `sync` waits for `step`: for its stream, for its
  /// device, or for an event recorded behind it.
  bool is_awaited_by(const ApiStep& step, const ApiStep& sync) const;
  /// The stream with this id.  Ids are given in the order of creation.
  const Stream& at(std::uint64_t id) const {
    INVARIANT("Streams are kept in the order of their numbers.",
              id < streams_.size() && streams_[id]->id == id);
    return *streams_[id];
  }

 private:
  static bool waits_for_each_other(const Stream& one, const Stream& other);
  bool held_back(const Stream& stream, const Task& task) const;
  void order_streams(const std::vector<int>& devices, Stream& carrier, const char* call,
                     std::uint64_t pc, bool before);

  Thread& host_;
  History& history_;
  StreamClient& client_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::vector<ApiStep> steps_;
  struct Launching {
    std::uint64_t number = 0;
    std::uint64_t stream = 0;
  };
  Launching graph_{};
  std::uint64_t graphs_ = 0;
  std::uint64_t issued_ = 0;
  std::uint64_t launched_ = 0;
  std::uint64_t recorded_ = 0;
  /// How many kernels, copies, fills and host functions have ended.
  std::uint64_t done_ = 0;
};

}  // namespace gridlock::sim
