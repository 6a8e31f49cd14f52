/// Points where other threads may run, and the limits that are checked there.
#pragma once

#include <cstdint>

#include "sim/execution/latest_access.h"
#include "sim/execution/limits.h"

namespace gridlock::sim {

class Turns {
 public:
  Turns(Execution& run, LatestAccess& latest) : run_(run), latest_(latest) {}

  void begin();
  /// A point where another thread may run.
  void synchronization_point();
  /// The running thread waits for time to pass.
  void yield(std::uint64_t pc);
  /// The running thread reads a clock, which counts steps.
  std::uint64_t read_clock();
  void reschedule() {
    latest_.settle();
    run_.scheduler.reschedule();
  }
  /// The running thread waits until another one makes it ready.
  void block_on(Waiting waiting, std::uint64_t pc);
  /// At intervals, checks the limits and ends executions that exceed one.  Returns
  /// whether other threads must run now.
  bool look_around() { return limits_.is_due(run_.scheduler.steps) && check_limits(); }
  /// See Limits.
  void reaches(std::uintptr_t word) { limits_.reaches(word); }
  void made_progress(Kernel& kernel) { limits_.made_progress(kernel, tally()); }

 private:
  bool check_limits();
  Tally tally() const {
    return {run_.scheduler.steps, run_.counters.host_accesses, run_.counters.launches};
  }

  Execution& run_;
  LatestAccess& latest_;
  Limits limits_;
  /// Steps that clocks count beyond those executed.
  std::uint64_t time_skipped_ = 0;
};

}  // namespace gridlock::sim
