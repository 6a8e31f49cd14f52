/// \file
/// Streams and events: what the device does next, and what that is ordered after.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "sim/thread.h"

namespace gridlock::sim {

struct Stream;

/// A CUDA event: the clock of its last completed record.
struct DeviceEvent {
  std::uint64_t id = 0;
  bool timing = true;
  bool alive = true;
  std::uint64_t records_issued = 0;
  std::uint64_t records_done = 0;
  double time_ms = 0;
  ApiClock clock;
};

/// One entry of a stream's queue.
struct Task {
  enum class Kind { kernel, work, record, wait } kind = Kind::work;
  std::uint64_t number = 0;  ///< Issue order over all streams.
  std::uint64_t pc = 0;
  ApiClock before;  ///< The host's clock when it was issued.
  std::unique_ptr<Kernel> kernel;
  std::function<void(Thread& engine)> work;  ///< A copy or a memset, done in one step.
  DeviceEvent* event = nullptr;
  std::uint64_t record_number = 0;  ///< Which record of the event a wait is for.
  bool started = false;
};

struct Stream {
  std::uint64_t id = 0;  ///< 0 is the legacy default stream.
  bool blocking = true;  ///< Synchronizes with the legacy default stream.
  bool alive = true;
  std::deque<std::unique_ptr<Task>> queue;
  ApiClock done;
  /// Stands for the stream's copy engine in clocks.
  Thread engine;
};

/// All streams and events of one execution.
class Streams {
 public:
  void reset();

  Stream& legacy() { return *streams_.front(); }
  Stream* find(std::uint64_t id);
  Stream& create(bool blocking);
  DeviceEvent& create_event(bool timing);
  DeviceEvent* find_event(std::uint64_t id);

  /// Appends a task issued by the host now.
  Task& issue(Stream& stream, Task::Kind kind, std::uint64_t pc);
  /// Tasks at the head of their stream that nothing holds back.
  void collect_startable(std::vector<Task*>& into);
  /// Starts a task; a kernel's is finished by `finish`, all others at once.
  void start(Task& task);
  void finish(Stream& stream);
  Stream& stream_of(const Task& task);
  Stream& stream_of_kernel(const Kernel& kernel);

  bool idle() const;
  bool idle(const Stream& stream) const { return stream.queue.empty(); }
  /// Everything that all streams have done.
  ApiClock all_done() const;

 private:
  bool held_back(const Stream& stream, const Task& task) const;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::vector<std::unique_ptr<DeviceEvent>> events_;
  std::uint64_t issued_ = 0;
  double clock_ms_ = 0;
};

}  // namespace gridlock::sim
