/// Ready workers, one per module and executor.  A worker is reused until something
/// fails in it.  A GPU worker takes a second to start, so it is also reused after
/// failures that leave the CUDA context intact.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <variant>

#include "checker/worker_process.h"
#include "protocol/conversation.h"

namespace gridlock {

/// How long workers may be silent, and how large they may grow.
struct WorkerLimits {
  /// The limit from the start of a worker to its hello.  Creating a CUDA context takes
  /// about a second, longer on a loaded machine.
  std::chrono::milliseconds hello_sim{5'000};
  std::chrono::milliseconds hello_gpu{60'000};
  /// The limit on silence in an exploration.  The simulator ends a hung schedule
  /// itself, within two seconds; this limit ends long schedules that show nothing new.
  /// On the GPU it is the only limit on a hung kernel.
  std::chrono::milliseconds silence_sim{60'000};
  std::chrono::milliseconds silence_gpu{8'000};
  /// Resident memory in bytes, including a CUDA context and a lab's host copies.
  std::uint64_t memory_sim = std::uint64_t{4} << 30;
  std::uint64_t memory_gpu = std::uint64_t{16} << 30;
};

/// Where the worker programs are, their limits, and the box in which they run.
struct WorkerPrograms {
  std::filesystem::path sim;
  std::filesystem::path gpu;
  WorkerLimits limits;
  Box box;  ///< The box in which workers run.
};

/// The worker programs installed beside this program.
WorkerPrograms installed_workers();

/// A worker that has said hello.
struct ReadyWorker {
  WorkerProcess process;
  Hello hello;
  std::chrono::milliseconds silence_limit;
  /// Whether something has failed in this worker, which was then found to be usable.
  bool has_failed = false;
};

class WorkerPool {
 public:
  explicit WorkerPool(WorkerPrograms programs) : programs_(std::move(programs)) {}

  /// The worker for this module, started if there is none.  The pointer is valid until
  /// the next call of this class.  If a module fails to load for a known reason, each
  /// later call returns the same fate.
  /// \throws Interrupted
  std::variant<ReadyWorker*, WorkerFate> acquire(ExecutorKind executor,
                                                 const std::filesystem::path& module);

  /// Starts a GPU worker for `devices` devices before its module exists, so that the
  /// driver, which is slow, starts while the module is compiled.  Does nothing in a box,
  /// where a worker sees only its module.
  void warm_up_gpu(int devices);

  /// Gives the module on the GPU a state as if nothing had run in it yet: at the next
  /// `acquire`, its worker loads it anew.  A worker that runs strangers' code cannot do
  /// that; then `acquire` starts another one.
  void renew(const std::filesystem::path& module);

  /// Ends the worker; the next `acquire` starts another.
  void discard(ExecutorKind executor, const std::filesystem::path& module);

  /// Ends the worker; every later `acquire` fails with this fate.
  void refuse(ExecutorKind executor, const std::filesystem::path& module,
              const WorkerFate& fate);

  void clear() {
    workers_.clear();
    warm_.reset();
  }

 private:
  using Key = std::pair<ExecutorKind, std::filesystem::path>;

  WorkerPrograms programs_;
  std::map<Key, std::unique_ptr<ReadyWorker>> workers_;
  std::map<Key, WorkerFate> failed_;
  std::unique_ptr<ReadyWorker> warm_;  ///< Has no module yet.

  /// Starts a worker, without waiting for its hello.
  std::unique_ptr<ReadyWorker> begin(const Key& key) const;
  /// Starts a worker and waits for its hello.  Returns its fate if no hello comes.
  std::variant<std::unique_ptr<ReadyWorker>, WorkerFate> start(const Key& key);
};

}  // namespace gridlock
