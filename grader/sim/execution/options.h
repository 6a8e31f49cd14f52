/// The options of one execution, and the text that names its schedule.
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

struct WeakenedFence {
  std::uint64_t pc = 0;  ///< 0: none.
  int scope = FenceUse::kNoScope;
};

/// Fences by program counter; `needed` is not yet known.
using FenceUses = std::map<std::uint64_t, FenceUse>;

struct ExecutionOptions {
  DeviceModel device;
  std::uint64_t seed = 1;
  std::uint64_t number = 0;  ///< The schedule's number.
  /// The expected number of synchronization points; see make_policy.
  std::uint64_t steps = kStepsGuess;
  Patience patience = Patience::usual;  ///< For a schedule that holds a thread back.
  /// If set, the schedule's choices; `seed` and `number` then have no effect.
  std::optional<Deviations> choices;
  /// For an execution of an exhaustive search; the other options of the schedule then
  /// have no effect.
  std::shared_ptr<SearchBranch> branch;
  /// The factor by which an execution that makes progress may exceed the limits: see
  /// limits.h.
  std::uint64_t allowance = 1;
  bool stop_on_race = true;
  bool weak_values = false;  ///< Strong reads may see old values.
  /// With `weak_values`: strong reads may see all that the letter of the rules allows, so
  /// a thread that has seen a signal need not see the writes before it.
  bool strict_values = false;
  /// Plain accesses are switch points too, to show what a race damages.
  bool switch_at_plain = false;
  bool record = false;          ///< Keep the history.
  bool tell_data = false;       ///< Exploration::tell_data.
  bool record_choices = false;  ///< Keep the policy's decisions.
  bool note_fences = false;     ///< Keep the fences that were executed.
  WeakenedFence weakened{};
  /// Run a whole program: what people write on purpose, such as equal values stored by
  /// several threads, is no failure.
  bool whole_program = false;
  bool strict = false;  ///< Exploration::strict.
  /// With `stop_on_race`: the keys of races that do not end the execution.  In a replay,
  /// `races_to_pass` says instead how many distinct races do not end it.
  std::shared_ptr<const std::set<std::string>> known_races{};
  std::uint64_t races_to_pass = 0;
  /// Plain reads, by program counter, whose uses are recorded: see read_uses.h.
  std::shared_ptr<const std::set<std::uint64_t>> watched_reads{};
  /// Time does not depend on the schedule: a clock counts only its own thread's reads,
  /// and any two events are equally far apart.
  bool still_time = false;
  bool note_observations = false;  ///< Record what strong accesses found.
  /// Look for a read that may be stale unnoticed: an earlier launch left the same value.
  bool note_masked = false;
  /// If set, hash what copies bring to the host.  The shuffle at this program counter
  /// reads another undefined value than usual from lanes that do not take part.
  std::optional<std::uint64_t> absent_lanes_at{};
  /// The event of the history to report as the one that decided the output.  Another
  /// execution found the value `elsewhere` there.
  struct Decision {
    std::uint64_t event = 0;
    std::uint64_t elsewhere = 0;
  };
  std::optional<Decision> decision{};
};

std::unique_ptr<Policy> policy_of(const ExecutionOptions& options);

/// The text that names the schedule: parse_token() of it gives the same execution.
std::string token_of(const ExecutionOptions& options);

/// The options that the text names.
/// \throws std::runtime_error if the text names no options
ExecutionOptions parse_token(const std::string& token);

}  // namespace gridlock::sim
