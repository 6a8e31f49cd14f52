// How long an execution may go on.  Only steps count, never time.
//
// Progress is that a thread of a kernel comes to its end.  There are so many of them and
// no more, so that whoever makes progress for ever is found out by the other bounds.
// Stores, atomics and barriers are none: those who keep each other waiting go through
// them for ever.  Steps are counted where the machine looks around, so each one of a
// kernel stands for all since the look before.
#include <cstdint>
#include <string>

#include "sim/explain_progress.h"
#include "sim/machine.h"

namespace gridlock::sim {

namespace {

/// A prime: it is not in step with a loop that comes round.
constexpr std::uint64_t kStepsBetweenLooks = 4093;

/// Synchronization points that may pass without progress; in a larger grid more.
constexpr std::uint64_t kStepsMax = 1'500'000;
constexpr std::uint64_t kStepsPerThread = 2'000;
/// A kernel that makes progress may have so many times as many.
constexpr std::uint64_t kKernelTimes = 4;
/// What a whole program may have whose kernels all come to their end.
constexpr std::uint64_t kProgramSteps = 64'000'000;
constexpr std::int64_t kLaunchesMax = 100'000;
/// What everything may have on top where a policy waits for long: a look in vain is a
/// few.
constexpr std::uint64_t kLongWaitSteps = 4 * kLongPatience;

std::uint64_t steps_of(const Kernel& kernel) {
  return kernel.grid.count() * kernel.block.count() * kStepsPerThread;
}

}  // namespace

std::uint64_t Machine::first_look() { return kStepsBetweenLooks; }

/// Every so often: ends what goes on for too long, and sees to it that nobody has the
/// machine for ever.  No GPU lets one block, or one thread of a block, and a policy would
/// where those that wait for others do not wait by reads alone.  Returns whether others
/// are to go on now.
bool Machine::look_around() {
  const std::uint64_t passed = counters_.steps - looked_at_;
  looked_at_ = counters_.steps;
  next_look_ = counters_.steps + kStepsBetweenLooks;
  check_limits(passed);
  const bool block_is_alone =
      groups_.size() > 1 && counters_.steps - turn_began_ >= kStepsBetweenLooks;
  const bool thread_is_alone =
      entered_ == entered_at_look_ && group_of(*current).ready.size() > 1;
  entered_at_look_ = entered_;
  if (!block_is_alone && !thread_is_alone) return false;
  policy_->gives_way(*current);
  return true;
}

void Machine::check_limits(std::uint64_t passed) {
  const std::uint64_t extra = options.patience == Patience::long_ ? kLongWaitSteps : 0;
  std::uint64_t allowed = kStepsMax + extra;
  for (const Device& device : devices_)
    for (const Kernel* kernel : device.kernels()) allowed += steps_of(*kernel);
  if (Kernel* kernel = current->block ? current->block->kernel : nullptr) {
    kernel->steps += passed;
    kernel->steps_in_vain += passed;
    const std::uint64_t own = kStepsMax + extra + steps_of(*kernel);
    if (kernel->steps_in_vain >= own) report_no_progress(kernel->steps_in_vain);
    if (kernel->steps >= kKernelTimes * own)
      report_too_long({.kind = RunsTooLong::Kind::kernel,
                       .steps = kernel->steps,
                       .kernel = kernel->name});
  }
  const std::uint64_t in_vain = counters_.steps - progress_.steps;
  if (in_vain >= allowed) report_no_progress(in_vain);
  if (counters_.steps >= kProgramSteps + extra || counters_.launches >= kLaunchesMax)
    report_too_long({.kind = RunsTooLong::Kind::launches,
                     .steps = counters_.steps,
                     .kernel = {},
                     .launches = static_cast<std::uint64_t>(counters_.launches)});
}

void Machine::made_progress(Kernel& kernel) {
  kernel.steps_in_vain = 0;
  progress_ = {counters_.steps, counters_.host_accesses};
}

void Machine::report_no_progress(std::uint64_t steps) {
  if (draining_) end_execution();
  // A host that reads in vain has been told apart before, so one whose steps are mostly
  // accesses has much to do.
  if (counters_.host_accesses - progress_.host_accesses > steps / 2)
    return report_too_long(
        {.kind = RunsTooLong::Kind::host, .steps = steps, .kernel = {}});
  Finding finding;
  finding.kind = name(Verdict::no_progress);
  finding.what = {
      StillRuns{steps, current->block ? current->block->kernel->name : std::string()}};
  finding.accesses.push_back(describe(*current, "running", current->waiting_pc, 0));
  if (history.recording) explain_no_progress(*this, history.events, finding);
  report(finding, "no_progress", true);
}

void Machine::report_too_long(RunsTooLong what) {
  if (draining_) end_execution();
  Finding finding;
  finding.kind = name(Verdict::timeout);
  finding.what = {std::move(what)};
  finding.accesses.push_back(describe(*current, "running", current->waiting_pc, 0));
  report(finding, "timeout", true);
}

}  // namespace gridlock::sim
