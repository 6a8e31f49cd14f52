/// Turns the facts that the machine reports into findings in a student's terms: which
/// threads, where, on which memory.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "protocol/messages.h"
#include "sim/execution/machine.h"
#include "sim/execution/reporter.h"
#include "sim/explain/unwritten.h"

namespace gridlock::sim {

/// A finding with the key that distinguishes it from others.
struct Reported {
  Finding finding;
  std::string key;
  bool ended_execution = false;
  /// Set if the read may belong to a wait loop that saw the awaited value at its first
  /// load: the key of the race in which the read comes first.  See explore/explained.h.
  std::string other_way_round{};
  bool waits = false;  ///< Explained as a wait loop.
  /// A fault or a hang: the history has no step that shows it.
  bool fault = false;
  /// The place of the read in a race between a kernel's plain read and a strong write;
  /// else 0.
  std::uint64_t plain_read = 0;
  GRIDLOCK_FIELDS(finding, key, ended_execution, other_way_round, waits, fault,
                  plain_read)
};

/// The key of a race between accesses at these places.
/// \param strict_only whether only the strict level of the rules calls it a race
std::string race_key(bool strict_only, std::uint64_t earlier, std::uint64_t later);

struct PolledWord;  // stuck_reasons.h

/// Collects the findings of each execution in turn.
class Findings : public Reporter {
 public:
  /// \param machine the machine that reports here; it need not be constructed yet
  explicit Findings(Machine* machine) : machine_(*machine) {}

  /// Begins a new execution.
  void reset();
  const std::vector<Reported>& reports() const { return reports_; }
  /// Advice on shuffles that read lanes which take no part; it counts if the values are
  /// used.
  const std::map<std::uint64_t, Finding>& absent_lanes() const { return absent_lanes_; }

  /// Completes the findings after the execution has ended.
  void complete();

  /// Adds a finding, unless its key is known; ends the execution if `what` says so.
  void report(Reported what);
  void report(Finding finding, const std::string& key, bool ends) {
    report({std::move(finding), key, ends});
  }
  /// The stale access and the write that it missed, for an execution with a wrong result.
  Finding stale_finding(const StaleAccess& stale) const;
  void tell_signal(const StaleAccess& stale, StaleLink& link) const;
  /// The last recorded steps, for an execution that broke no rule.
  std::vector<Access> recent_steps(bool with_data = false,
                                   const std::set<std::string>& words = {}) const;

  void race(const Thread& thread, const Attempt& attempt, const Clash& clash,
            const char* name, StepKind kind) override;
  void misplaced(const BadAccess& access, const Misplaced& why) override;
  void misaligned(const BadAccess& access, std::uint32_t alignment) override;
  void misuse(const Thread& thread, Cause what, std::uint64_t pc) override;
  void bad_index(BadIndex what, std::uint64_t pc) override;
  void bad_argument(Cause what, std::uintptr_t address, std::uint64_t pc) override;
  void crash(Cause what, std::uint64_t pc) override;
  void divergence(const Thread& thread) override;
  void partial_barrier(const Thread& thread, std::uint64_t came, std::uint64_t ended,
                       bool of_block) override;
  void uninitialized(const BadAccess& read, StepKind kind) override;
  void lanes_in_step(const Block& block, const LanePassing& passing) override;
  void absent_lane(const Thread& thread, int lane) override;
  void bounded_wait(const Thread& thread) override;
  void no_progress(std::uint64_t steps) override;
  void too_long(const RunsTooLong& what) override;
  void deadlock() override;

 private:
  void bad_access(const BadAccess& access, Cause what);
  Causes changed_since_look(Slot slot, std::uint64_t index) const;
  Causes moved_since_look(Slot slot, std::uint64_t index) const;
  Causes raised_beyond(Slot slot, const OutOfBounds& beyond) const;
  Causes why_index_is_beyond(Slot slot, const OutOfBounds& beyond) const;
  Causes why_the_wait_goes_on(const PolledWord& word,
                              const NoThreadCanContinue& stuck) const;
  std::uint64_t pc_in_program(const BadAccess& bad) const;
  bool ends_at(const Clash& clash, const std::string& key) const;
  Cause touches_host(const BadAccess& bad) const;
  const ApiStep* launch_of(const Thread& thread) const;
  /// The cause of an access by a null pointer, with an earlier failed allocation, if
  /// there is one.
  Cause null_pointer(const BadAccess& bad) const;
  Cause out_of_bounds(const BadAccess& bad, const Allocation& allocation) const;

  Machine& machine_;
  std::vector<Reported> reports_;
  std::unordered_set<std::string> keys_;
  std::vector<UnwrittenRead> unwritten_;
  std::map<std::uint64_t, Finding> absent_lanes_;  ///< Indexed by program counter.
  std::uint64_t races_ = 0;                        ///< Number of distinct races so far.
};

}  // namespace gridlock::sim
