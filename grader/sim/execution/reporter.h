/// The interface to which the machine reports broken rules, as facts.  Implementations
/// decide what to say about them, see explain/findings.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/cause.h"
#include "protocol/values.h"
#include "sim/device/thread.h"
#include "sim/memory/address_space.h"
#include "sim/model/shadow.h"

namespace gridlock::sim {

struct BadAccess {
  const Thread& thread;
  std::uintptr_t address;
  std::size_t size;
  const char* name;  ///< The operation's name.
  std::uint64_t pc;
};

/// Receives reports.  A method returns only if the execution goes on.
class Reporter {
 public:
  virtual void race(const Thread& thread, const Attempt& attempt, const Clash& clash,
                    const char* name, StepKind kind) = 0;
  virtual void misplaced(const BadAccess& access, const Misplaced& why) = 0;
  /// The address is not a multiple of `alignment`.
  virtual void misaligned(const BadAccess& access, std::uint32_t alignment) = 0;
  virtual void misuse(const Thread& thread, Cause what, std::uint64_t pc) = 0;
  /// The running thread uses an index that the array does not have.
  virtual void bad_index(BadIndex what, std::uint64_t pc) = 0;
  /// The running thread launches a kernel with a bad argument: the pointer `address`,
  /// which has no meaning on the device; or, if `address` is 0, an unreadable argument.
  virtual void bad_argument(Cause what, std::uintptr_t address, std::uint64_t pc) = 0;
  /// The running thread does something that ends a program.
  virtual void crash(Cause what, std::uint64_t pc) = 0;
  /// The thread is at another barrier than those threads of its block that already wait.
  virtual void divergence(const Thread& thread) = 0;
  /// The thread leaves a barrier that `came` threads of its warp (with `of_block`, of its
  /// block) have reached.  The other `ended` threads have ended.
  virtual void partial_barrier(const Thread& thread, std::uint64_t came,
                               std::uint64_t ended, bool of_block) = 0;
  /// The thread reads shared or device memory that nothing has written.
  virtual void uninitialized(const BadAccess& read, StepKind kind) = 0;
  /// Lanes of a warp pass values as if they ran in step.  The block has ended.
  virtual void lanes_in_step(const Block& block, const LanePassing& passing) = 0;
  /// The thread's shuffle reads this lane, which does not take part.
  virtual void absent_lane(const Thread& thread, int lane) = 0;
  /// The thread has polled in vain, and goes on without what it waited for.
  virtual void bounded_wait(const Thread& thread) = 0;
  /// No thread has ended for this many steps.
  virtual void no_progress(std::uint64_t steps) = 0;
  virtual void too_long(const RunsTooLong& what) = 0;
  virtual void deadlock() = 0;

 protected:
  ~Reporter() = default;
};

}  // namespace gridlock::sim
