/// Which thread runs: the ready threads, what could start, and the switches between
/// fibers.
///
/// The policy makes the decisions.  The scheduler asks it, switches to the thread that it
/// names, and leaves the start of blocks and of streams' tasks to its client, on the main
/// fiber.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/device/fiber.h"
#include "sim/device/thread.h"
#include "sim/schedule/choices.h"
#include "sim/schedule/policy.h"

namespace gridlock::sim {

struct Task;

/// A block of a kernel, or a stream's next task, that may begin.
struct Startable {
  Kernel* kernel = nullptr;  ///< One of its blocks.
  Task* task = nullptr;
};

class Scheduler {
 public:
  /// The part of an execution that the scheduler leaves to the machine.
  class Client {
   public:
    /// Appends the kernels that have a block to start, then tasks.  Returns the number of
    /// the kernels.
    virtual std::size_t collect_startable(std::vector<Startable>& into) = 0;
    virtual void start(const Startable& startable) = 0;
    /// No thread can go on, and nothing can start.  Does not return.
    [[noreturn]] virtual void no_thread_can_continue() = 0;

   protected:
    ~Client() = default;
  };
  explicit Scheduler(Client& client) : client_(client) {}
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  /// Begins a new execution, with no thread ready.
  /// \param code_base where the module's image for host code begins
  /// \param record whether `choices()` are to be kept
  void begin(std::unique_ptr<Policy> policy, bool record, std::uintptr_t code_base);
  /// Runs until `end` is called.
  void run();
  /// Ends the execution, from the running thread or from a start.
  [[noreturn]] void end();

  Policy& policy() { return *policy_; }
  /// From now on all threads get their turn.
  void be_fair();
  /// Where the policy deviated from the usual.
  const Deviations& choices() const { return recorder_->deviations(); }

  /// The running thread; null while none runs, as in a start.
  Thread* current() const { return current_; }
  /// Makes another thread the running one; returns the previous one.
  Thread* replace_current(Thread* thread) { return std::exchange(current_, thread); }
  /// The base of the module's image that the running thread executes.
  std::uintptr_t code_base() const { return code_base_; }

  /// The group's first thread is about to be ready.
  void enters(Group& group) { policy_->enters(group); }
  void make_ready(Thread& thread);
  void make_unready(Thread& thread);
  /// The list of what can start has changed.
  void startables_changed() { startables_are_stale_ = true; }

  /// Lets others run.  Inline, like all its callers on the path of a barrier: the
  /// processor cannot predict returns in a fiber that it has just switched to, so there
  /// should be few.
  void reschedule() {
    Fiber& from = current_->fiber;
    if (Fiber* next = choose_next()) Fiber::switch_between(from, *next);
  }
  /// Leaves the running thread, which has ended.
  [[noreturn]] void leave();
  /// The running thread polls in vain at `pc`.
  void yields(std::uint64_t pc);
  /// Where a thread polled when the policy lost patience with its polls; 0 if none did.
  std::uint64_t endless_wait_pc() const { return endless_wait_pc_; }

  /// Whether one block, or one thread of a block, has run alone for this many steps
  /// although others could run, which no GPU would allow.  To be asked regularly.
  bool one_thread_runs_alone(std::uint64_t steps_max);

  /// Synchronization points passed.
  std::uint64_t steps = 0;

 private:
  /// Decides which thread goes on: the fiber to switch to, or null for the running
  /// thread.
  Fiber* choose_next();
  Choice choose(const Thread* running);
  void enter(Thread& thread);
  /// Whether the thread, and its group, are among those that can go on.
  bool is_ready(const Thread& thread) const;

  Client& client_;
  std::unique_ptr<Policy> policy_;
  /// The one before `be_fair`, which others may still ask for old values.
  std::unique_ptr<Policy> unfair_;
  /// The same object as policy_, if choices are recorded.
  Recorder* recorder_ = nullptr;
  Fiber main_;
  Thread* current_ = nullptr;
  std::uintptr_t host_code_base_ = 0;
  std::uintptr_t code_base_ = 0;
  bool ended_ = false;

  std::vector<Group*> groups_;  ///< Groups with ready threads.
  std::vector<Startable> startable_;
  std::size_t startable_blocks_ = 0;  ///< The first ones.
  bool startables_are_stale_ = true;
  const Startable* chosen_ = nullptr;  ///< The start that is left to the main fiber.

  const Group* on_turn_ = nullptr;     ///< The running thread's group.
  std::uint64_t turn_began_ = 0;       ///< The step from which it has run alone.
  std::uint64_t entered_ = 0;          ///< The number of times another thread went on,
  std::uint64_t entered_at_look_ = 0;  ///< and that number at the last look.
  std::uint64_t endless_wait_pc_ = 0;
};

}  // namespace gridlock::sim
