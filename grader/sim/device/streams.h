/// Streams and events: what the device may do next, and what that is ordered after.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/invariant.h"
#include "sim/device/thread.h"
#include "sim/model/history.h"

namespace gridlock::sim {

struct Stream;

/// One cudaEventRecord.  A wait for an event waits for the latest record at the time when
/// the wait was issued, whatever is recorded later.
struct EventRecord {
  std::uint64_t number = 0;  ///< In the order in which records were asked for.
  bool done = false;
  ApiClock clock;  ///< The work that it is ordered after.
  /// Invented: the number of tasks that had ended when it was done, each of the same
  /// length.
  double time_ms = 0;
};

struct DeviceEvent {
  std::uint64_t id = 0;
  int device = 0;  ///< Current when it was created.
  bool timing = true;
  std::uint64_t created_at = 0;  ///< Program counter of the call; 0: an event of ours.
  bool alive = true;
  std::shared_ptr<EventRecord> last;  ///< Null if it was never recorded.
};

/// One entry of a stream's queue.
struct Task {
  enum class Kind { kernel, work, host_function, record, wait } kind = Kind::work;
  /// Issue order over all streams; what a task issues has the task's own.
  std::uint64_t number = 0;
  std::size_t step = 0;  ///< Its place among `Streams::steps()`.
  ApiClock before;       ///< The host's clock when it was issued.
  std::unique_ptr<Kernel> kernel;
  std::function<void(Thread& engine)> work;  ///< A copy or a memset, done in one step.
  std::function<void()> host_function;
  std::shared_ptr<EventRecord> record;  ///< The one made, or waited for.
  bool started = false;
};

/// A request of the host to a stream or an event, in program order: the evidence for a
/// missing link.
struct ApiStep {
  enum class Kind { kernel, work, host_function, record, wait, sync } kind;
  const char* name = "";  ///< The call.
  std::uint64_t pc = 0;
  std::uint64_t stream = kNoStream;
  /// For a sync without stream and record: the device that it waits for.  For a wait for
  /// an event: the event's.
  int device = 0;
  std::uint64_t record = 0;  ///< Number of the record made, or waited for; 0: none.
  std::uint64_t event = 0;   ///< The event's number, for a record that is made.
  bool in_vain = false;      ///< A sync with an event that was not recorded yet.
  std::uint64_t kernel = 0;  ///< For a launch: the kernel's number,
  std::string function{};    ///< and its function.
  Epoch host_epoch = 0;      ///< The host's epoch when it asked.
  Epoch engine_epoch = 0;    ///< The engine's epoch when the task ran; 0: not yet.
  /// A copy from pageable memory: the call returns before the copy.
  bool staged = false;
  bool fills = false;       ///< A memset.
  std::uint64_t bytes = 0;  ///< Bytes of a copy or a fill; 0 for other steps.
  /// For work of a graph: the number of the launch, and the stream of the launch.
  std::uint64_t graph = 0;
  std::uint64_t graph_stream = 0;
  static constexpr std::uint64_t kNoStream = ~std::uint64_t{0};
  /// The stream that the program has put the work on.
  std::uint64_t asked_stream() const { return graph ? graph_stream : stream; }
};

struct Stream {
  std::uint64_t id = 0;  ///< The first are the devices' legacy default streams.
  int device = 0;
  bool legacy = false;   ///< The device's legacy default stream.
  bool blocking = true;  ///< Synchronizes with the legacy default stream.
  int priority = 0;
  bool alive = true;
  std::uint64_t created_at = 0;  ///< Program counter of the call; 0: a default stream.
  /// Which one of those that this call made, from 1; it begins anew once all of them have
  /// been destroyed, as when a function is called again.
  unsigned number = 1;
  unsigned round = 1;  ///< How often it has begun.
  std::string name;    ///< Given by a scenario; otherwise "".
  std::deque<std::unique_ptr<Task>> queue;
  ApiClock done;
  /// Does the stream's copies and calls its host functions; has a slot of its own in
  /// clocks.
  Thread engine;
  Group engine_group;
};

/// The machine that executes the streams' work.
class StreamClient {
 public:
  /// A kernel's turn has come.
  virtual void begin_kernel(Kernel& kernel) = 0;
  /// A host function's turn has come; `engine` runs it.
  virtual void begin_host_function(Thread& engine) = 0;
  /// A task has ended, so the host's wait may be over.
  virtual void task_ended() = 0;

 protected:
  ~StreamClient() = default;
};

/// All streams and events of one execution.
class Streams {
 public:
  Streams(Thread& host, History& history, StreamClient& client)
      : host_(host), history_(history), client_(client) {}

  /// Returns to the state before a program starts, with the default stream of each
  /// device.
  void reset(int devices);

  Stream& legacy(int device) {
    Stream& stream = *streams_[static_cast<std::size_t>(device)];
    INVARIANT("The first streams are the devices' default ones.",
              stream.legacy && stream.device == device);
    return stream;
  }
  Stream* find(std::uint64_t id);
  Stream& create(int device, bool blocking, int priority, std::uint64_t pc);
  DeviceEvent& create_event(int device, bool timing, std::uint64_t created_at = 0);
  DeviceEvent* find_event(std::uint64_t id);
  /// How many events the program has made and not destroyed.
  std::size_t live_events() const;
  /// Whether there is, or was, one with this id.
  bool has_had(std::uint64_t id) const { return id < streams_.size(); }
  bool has_had_event(std::uint64_t id) const { return id > 0 && id <= events_.size(); }
  /// Destroys all streams and events that were made for the device.
  void destroy_of(int device);

  /// Appends a task issued by the host now.
  Task& issue(Stream& stream, Task::Kind kind, const char* call, std::uint64_t pc);
  Task& issue_record(Stream& stream, DeviceEvent& event, const char* call,
                     std::uint64_t pc);
  /// Appends a wait for a record, of an event of this device.
  Task& issue_wait(Stream& stream, std::shared_ptr<EventRecord> record, const char* call,
                   std::uint64_t pc, int device = 0);
  /// Appends a launch; kernels are numbered in the order of their launches.
  Task& issue_kernel(Stream& stream, std::unique_ptr<Kernel> kernel, std::uint64_t pc);
  /// Lets the task that the engine is doing issue more, by calling `issue_more` with its
  /// stream.  In that stream the new tasks come before what is already there.
  void issue_behind(Thread& engine, const std::function<void(Stream&)>& issue_more);
  /// Everything that `issue_nodes` issues is work of one launch of a graph in the stream.
  template <class Function>
  void issue_graph(const Stream& stream, Function issue_nodes) {
    INVARIANT("One graph is launched at a time.", graph_.number == 0);
    graph_ = {++graphs_, stream.id};
    issue_nodes();
    graph_ = {};
  }
  /// The host has waited: for a stream, for a record (null: none), or for the device.
  void note_sync(const char* call, std::uint64_t pc, const Stream* stream,
                 const EventRecord* record, int device = 0);
  /// The host waits for an event that has not been recorded: the wait returns at once.
  void note_wait_in_vain(const char* call, std::uint64_t pc);
  /// Issues work to `carrier` by calling `between`.  It comes after all earlier work of
  /// the devices' blocking streams and before all their later work.
  template <class Function>
  void serialize_with(const std::vector<int>& devices, Stream& carrier, const char* call,
                      std::uint64_t pc, Function between) {
    order_streams(devices, carrier, call, pc, true);
    between();
    order_streams(devices, carrier, call, pc, false);
  }
  /// Tasks at the head of their stream that nothing holds back.
  void collect_startable(std::vector<Task*>& into);
  /// Starts a task; a kernel's or a host function's is finished by `finish`, all others
  /// at once.
  void start(Task& task);
  void finish(Stream& stream);
  Stream& stream_of(const Task& task);
  Stream& stream_of_kernel(const Kernel& kernel);
  Stream& stream_of_engine(const Thread& engine) const;

  bool idle() const;
  bool idle(int device) const;
  /// Whether a wait for this stream has nothing left to wait for.  For the legacy default
  /// stream that includes the work of all blocking streams.
  bool idle(const Stream& stream) const;
  /// Everything that a wait for the stream, or for the device, is ordered after.
  ApiClock done(const Stream& stream) const;
  ApiClock all_done(int device) const;

  const std::vector<ApiStep>& steps() const { return steps_; }
  ApiStep& step(const Task& task) {
    INVARIANT("A task has a step of those asked for.", task.step < steps_.size());
    return steps_[task.step];
  }
  /// The copy or fill that the engine with this slot did at this epoch, or null.
  const ApiStep* work_of(Slot engine, Epoch epoch) const;
  std::uint64_t count() const { return streams_.size(); }
  /// Whether the streams themselves, without events, perform `first` before `later`,
  /// which was asked for after it.
  bool are_in_order(const ApiStep& first, const ApiStep& later) const;
  /// Whether the host's wait `sync`, which was asked for later, is a wait for `step`: for
  /// its stream, for its device, or for an event recorded behind it.
  bool is_awaited_by(const ApiStep& step, const ApiStep& sync) const;
  /// The stream with a number; they are numbered in the order of their creation.
  const Stream& at(std::uint64_t id) const {
    INVARIANT("A stream has its number as its place.",
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
  std::vector<std::unique_ptr<DeviceEvent>> events_;
  std::vector<ApiStep> steps_;
  /// While a task issues others: its stream, and how many it has put there.
  struct Issuing {
    Stream* stream = nullptr;
    std::size_t put = 0;
  };
  Issuing by_task_{};
  /// While a graph is launched: the launch's number, and its stream.
  struct Launching {
    std::uint64_t number = 0;
    std::uint64_t stream = 0;
  };
  Launching graph_{};
  std::uint64_t graphs_ = 0;
  std::uint64_t issued_ = 0;
  std::uint64_t launched_ = 0;
  std::uint64_t recorded_ = 0;
  /// Kernels, copies, fills and host functions that have ended.
  std::uint64_t done_ = 0;
};

}  // namespace gridlock::sim
