/// The scheduler: which threads are ready, what can start, and the switches between
/// fibers.
///
/// The policy decides.  The scheduler asks it, switches to the thread that it chose, and
/// has its client start blocks and streams' tasks, on the main fiber.
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

/// A block of a kernel, or a stream's next task, that can start.
struct Startable {
  Kernel* kernel = nullptr;  ///< One of this kernel's blocks.
  Task* task = nullptr;
};

class Scheduler {
 public:
  /// What the scheduler leaves to the machine.
  class Client {
   public:
    /// Appends the kernels that have a block to start, then the tasks.  Returns how many
    /// of them are kernels.
    virtual std::size_t collect_startable(std::vector<Startable>& into) = 0;
    virtual void start(const Startable& startable) = 0;
    /// No thread can go on, and nothing can start.  Must not return.
    [[noreturn]] virtual void no_thread_can_continue() = 0;

   protected:
    ~Client() = default;
  };
  explicit Scheduler(Client& client) : client_(client) {}
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  /// Begins a new execution, with no thread ready.
  /// \param code_base the base of the module's image for host code
  /// \param record whether to record `choices()`
  void begin(std::unique_ptr<Policy> policy, bool record, std::uintptr_t code_base);
  /// Runs the execution until `end` is called.
  void run();
  /// Ends the execution, from the running thread or from a start.
  [[noreturn]] void end();

  Policy& policy() { return *policy_; }
  /// From now on, uses make_fair().
  void be_fair();
  const Deviations& choices() const { return recorder_->deviations(); }

  /// The running thread; null while none runs, as during a start.
  Thread* current() const { return current_; }
  /// Makes another thread the running one; returns the previous one.
  Thread* replace_current(Thread* thread) { return std::exchange(current_, thread); }
  /// The base of the module's image that the running thread executes.
  std::uintptr_t code_base() const { return code_base_; }

  /// The first thread of the group is about to be ready.
  void enters(Group& group) { policy_->enters(group); }
  void make_ready(Thread& thread);
  void make_unready(Thread& thread);
  void startables_changed() { startables_are_stale_ = true; }

  /// Lets other threads run.  This function and its callers on the path of a barrier are
  /// inline: the processor mispredicts returns in a fiber to which it has just switched,
  /// so there should be few of them.
  void reschedule() {
    Fiber& from = current_->fiber;
    if (Fiber* next = choose_next()) Fiber::switch_between(from, *next);
  }
  /// Leaves the running thread, which has ended, for good.
  [[noreturn]] void leave();
  /// The running thread polls in vain at `pc`.
  void yields(std::uint64_t pc);
  /// Where a thread was polling when it reached the policy's limit of vain polls; 0 if no
  /// thread has reached the limit.
  std::uint64_t endless_wait_pc() const { return endless_wait_pc_; }

  /// Whether, although others could run, a block has run alone for this many steps, or
  /// one of its threads has run alone since the last call.  No GPU would do that.
  bool one_thread_runs_alone(std::uint64_t steps_max);

  /// Synchronization points passed.
  std::uint64_t steps = 0;

 private:
  /// Asks which thread goes on.  Returns the fiber to switch to; null if the running
  /// thread goes on.
  Fiber* choose_next();
  Choice choose(const Thread* running);
  void enter(Thread& thread);
  /// Whether the thread and its group are in the lists of ready ones.
  bool is_ready(const Thread& thread) const;

  Client& client_;
  std::unique_ptr<Policy> policy_;
  /// The policy before `be_fair`, kept because StrongWords still asks it for old values.
  std::unique_ptr<Policy> unfair_;
  /// The same object as policy_ if choices are recorded; otherwise null.
  Recorder* recorder_ = nullptr;
  Fiber main_;
  Thread* current_ = nullptr;
  std::uintptr_t host_code_base_ = 0;
  std::uintptr_t code_base_ = 0;
  bool ended_ = false;

  std::vector<Group*> groups_;  ///< Groups with ready threads.
  std::vector<Startable> startable_;
  /// How many of `startable_`, from the first on, are blocks.
  std::size_t startable_blocks_ = 0;
  bool startables_are_stale_ = true;
  const Startable* chosen_ = nullptr;  ///< What the main fiber must start.

  const Group* on_turn_ = nullptr;     ///< The running thread's group.
  std::uint64_t turn_began_ = 0;       ///< The step at which it began to run alone.
  std::uint64_t entered_ = 0;          ///< How often another thread went on.
  std::uint64_t entered_at_look_ = 0;  ///< The value of `entered_` at the last check.
  std::uint64_t endless_wait_pc_ = 0;
};

}  // namespace gridlock::sim
