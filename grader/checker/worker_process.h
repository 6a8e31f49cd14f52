/// A worker process, as the trusted side starts it, talks to it and ends it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>

#include "build/module.h"
#include "checker/worker_end.h"
#include "common/child_process.h"
#include "isolation/box.h"
#include "protocol/frame.h"

namespace gridlock {

struct WorkerSpec {
  std::filesystem::path executable;
  std::filesystem::path module;
  ExecutorKind executor = ExecutorKind::sim;
  std::uint64_t memory_max = std::uint64_t{4} << 30;  ///< Bytes of resident memory.
  Box box{};
};

/// A process that holds student code.
///
/// It gets its own session, two pipes for frames, one pipe for its output, and nothing
/// else from us.  Whatever it does, the destructor leaves no process of it behind.
class WorkerProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Received = std::variant<Frame, WorkerFate>;

  static constexpr std::size_t kOutputKept = 64 << 10;  ///< In bytes.
  /// In bytes.  A worker that prints more is killed.
  static constexpr std::uint64_t kOutputMax = 16 << 20;

  /// \throws std::system_error if no process can be started
  explicit WorkerProcess(const WorkerSpec& spec);
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  ~WorkerProcess();

  /// Queues a frame, which `receive` or `flush` sends.
  template <class Message>
  void send(FrameType type, const Message& message) {
    pending_ += encode_frame(type, message);
  }

  /// Sends queued frames, as far as the worker's pipe takes them now.
  void flush();

  /// The next frame, or the worker's fate if it ends, breaks the protocol, prints or
  /// takes memory without end, or says nothing until the deadline.  After a fate the
  /// process is gone.
  /// \throws Interrupted
  Received receive(Clock::time_point deadline);

  /// Ends the process, for a reason that the caller gives.
  WorkerFate end(Verdict verdict, const std::string& message);
  WorkerFate end_with(WorkerFate fate);

  /// The worker's output since the last call, at most kOutputKept bytes.  Untrusted.
  std::string take_output();

  bool is_alive() const { return process_.is_open(); }
  /// The id of the process that holds the student's code; -1 when it has ended.
  pid_t pid() const;

  /// Whether the worker has sent a frame, or a part of one, that nothing asked for.
  bool has_unsolicited_frame();

 private:
  void wait_for_event(Clock::time_point deadline);
  bool is_time_to_look();
  void read_frames();
  /// Takes the frames that the process sent before it ended.
  void note_end();
  void read_output();
  /// The fate of a worker whose frame pipe is closed.
  WorkerFate exit_status_after_close();
  void kill_and_reap();
  /// Waits for the process to end by itself; returns how it ended, if it did.
  std::optional<WorkerEnd> wait_for_end(std::chrono::milliseconds limit);

  ChildProcess process_;
  Descriptor end_;  ///< See ChildProcess::end_descriptor.
  ExecutorKind executor_;
  bool is_boxed_;
  std::uint64_t memory_max_;
  std::uint64_t ended_for_memory_before_;  ///< The whole system's count.
  Clock::time_point looked_at_{};
  Descriptor to_worker_;
  Descriptor from_worker_;
  Descriptor output_from_;
  FrameDecoder decoder_;
  std::string pending_;  ///< Bytes still to be sent.
  std::string output_;   ///< Its output, as much as is kept.
  std::uint64_t printed_ = 0;
  bool frames_ended_ = false;
};

/// After adopt_orphans(), called at the start, this process is the parent of processes
/// that a dead worker leaves behind.  end_orphans() ends them.
void adopt_orphans();
void end_orphans();

}  // namespace gridlock
