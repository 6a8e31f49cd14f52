/// How one execution is run, and the text that names its schedule.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "protocol/messages.h"
#include "sim/schedule/branch.h"
#include "sim/schedule/choices.h"
#include "sim/schedule/policy.h"

namespace gridlock::sim {

/// The fence that an execution weakens.
struct WeakenedFence {
  std::uint64_t pc = 0;  ///< 0: none.
  int scope = FenceUse::kNoScope;
};

/// Fences by program counter, `needed` not known yet.
using FenceUses = std::map<std::uint64_t, FenceUse>;

struct ExecutionOptions {
  DeviceModel device;
  std::uint64_t seed = 1;
  std::uint64_t number = 0;  ///< Which schedule.
  /// How many synchronization points an execution has; see make_policy.
  std::uint64_t steps = kStepsGuess;
  Patience patience = Patience::usual;  ///< For a schedule that holds a thread back.
  /// The schedule by its choices; then seed and number do not apply.
  std::optional<Deviations> choices;
  /// An execution of an exhaustive search; then nothing else applies.
  std::shared_ptr<SearchBranch> branch;
  /// How many times as much an execution may do that makes progress: see limits.h.
  std::uint64_t allowance = 1;
  bool stop_on_race = true;
  bool weak_values = false;  ///< Strong reads may see old values.
  /// With `weak_values`: everything that the letter of the rules allows, so that a thread
  /// that has seen a signal need not see what it announces.
  bool strict_values = false;
  /// Show the damage: plain accesses are switch points too.
  bool switch_at_plain = false;
  bool record = false;          ///< Keep the history.
  bool tell_data = false;       ///< Exploration::tell_data.
  bool record_choices = false;  ///< Keep what the policy decided.
  bool note_fences = false;     ///< Keep the fences that were executed.
  WeakenedFence weakened{};
  /// A whole program: what people write on purpose, such as equal values by several
  /// threads, is no failure.
  bool whole_program = false;
  bool strict = false;  ///< Exploration::strict.
  /// With `stop_on_race`: races, by their keys, that do not end the execution; or of a
  /// replay, how many distinct ones do not.
  std::shared_ptr<const std::set<std::string>> known_races{};
  std::uint64_t races_to_pass = 0;
  /// Plain reads, by program counter; the execution reports their uses: see read_uses.h.
  std::shared_ptr<const std::set<std::uint64_t>> watched_reads{};
  /// Clocks count what their own thread reads, and events are equally far apart, so that
  /// no time depends on the schedule.
  bool still_time = false;
  bool note_observations = false;  ///< Report what strong accesses found.
  /// Report this event of the history, which found `elsewhere` in another execution.
  struct Decision {
    std::uint64_t event = 0;
    std::uint64_t elsewhere = 0;
  };
  std::optional<Decision> decision{};
};

/// The policy that these options name.
std::unique_ptr<Policy> policy_of(const ExecutionOptions& options);

/// Names the schedule; the same options run it again.
std::string token_of(const ExecutionOptions& options);

/// The options that the token names.
/// \throws std::runtime_error if it is none.
ExecutionOptions parse_token(const std::string& token);

}  // namespace gridlock::sim
