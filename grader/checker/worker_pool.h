/// \file
/// Ready workers: one a module and executor, reused until something fails in it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "checker/worker_process.h"
#include "protocol/conversation.h"

namespace gridlock {

/// How long workers may be silent, and how large.
struct WorkerLimits {
  /// From the start to the hello.  Making a CUDA context takes a second or so, on a
  /// loaded machine more.
  std::chrono::milliseconds hello_sim{5'000};
  std::chrono::milliseconds hello_gpu{60'000};
  /// In an exploration.  The simulator ends a hung schedule itself, within two seconds;
  /// this is the second line, for schedules that go on and show nothing new for long.  A
  /// hung kernel on the GPU has only this one.
  std::chrono::milliseconds silence_sim{60'000};
  std::chrono::milliseconds silence_gpu{8'000};
  /// Real memory in bytes; a CUDA context and a lab's host copies take some.
  std::uint64_t memory_sim = std::uint64_t{4} << 30;
  std::uint64_t memory_gpu = std::uint64_t{16} << 30;
};

/// Where the worker programs are, and how long they may be silent.
struct WorkerPrograms {
  std::filesystem::path sim;
  std::filesystem::path gpu;
  WorkerLimits limits;
};

/// The programs beside this one.
WorkerPrograms installed_workers();

/// A worker that has said hello.
struct ReadyWorker {
  WorkerProcess process;
  Hello hello;
  std::chrono::milliseconds silence_limit;
};

/// Starts workers and keeps them.
class WorkerPool {
 public:
  explicit WorkerPool(WorkerPrograms programs) : programs_(std::move(programs)) {}

  /// The worker for this module, started if there is none.  The pointer is good until
  /// the next call of this class.  A module that failed while it was loaded is not tried
  /// again: its fate stays.
  /// \throws Interrupted
  std::variant<ReadyWorker*, WorkerFate> acquire(ExecutorKind executor,
                                                 const std::filesystem::path& module);

  /// Ends the worker: the next `acquire` starts another.
  void discard(ExecutorKind executor, const std::filesystem::path& module);

  /// Ends all.
  void clear() { workers_.clear(); }

 private:
  using Key = std::pair<ExecutorKind, std::filesystem::path>;

  WorkerPrograms programs_;
  std::map<Key, std::unique_ptr<ReadyWorker>> workers_;
  std::map<Key, WorkerFate> failed_;

  /// A new worker that has said hello, or why there is none.
  std::variant<std::unique_ptr<ReadyWorker>, WorkerFate> start(const Key& key) const;
};

}  // namespace gridlock
