/// \file
/// The one list of verdicts and advice kinds, used in code, in output and in the docs.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <variant>

namespace gridlock {

/// The result of a check or a run.
///
/// A run has one verdict and a list of all findings.  If several verdicts apply, it is
/// the one that explains most (`worse`).
enum class Verdict {
  passed,
  wrong_result,
  data_race,
  stale_value,
  deadlock,
  no_progress,
  divergent_barrier,
  bad_access,
  api_error,
  compile_error,
  timeout,
  crashed,
  out_of_memory,
  output_limit,
  protocol_error,
  rejected,
  skipped,       ///< Did not run; the message says why.  Its points leave the maximum.
  grader_error,  ///< The grader's or the machine's fault, never the student's; no score.
};
constexpr Verdict last_of(Verdict) { return Verdict::grader_error; }
/// The name of this enumeration among those in FindingKind.
constexpr const char* kind_name(Verdict) { return "verdict"; }

/// Kinds of advice: they cost no points unless a check says so.
enum class Advice {
  missing_acquire_fence,
  missing_relay_fence,
  redundant_fence,
  fence_too_wide,
  output_differs,
  bounded_wait,
  equal_writes,
  partial_barrier,
  uninitialized_read,
  plain_proposal,
  lanes_in_step,
  failed_call,
};

constexpr Advice last_of(Advice) { return Advice::failed_call; }
constexpr const char* kind_name(Advice) { return "advice"; }

/// The kind of a finding: a broken rule, by its verdict, or advice.
using FindingKind = std::variant<Verdict, Advice>;

/// The name in output, e.g. "data_race".
std::string_view name(Verdict verdict);
std::string_view name(Advice advice);
inline std::string_view name(const FindingKind& kind) {
  return std::visit([](auto each) { return name(each); }, kind);
}

/// One sentence for a student, e.g. "Two threads accessed the same memory, and nothing
/// orders the accesses."
std::string_view meaning(Verdict verdict);
std::string_view meaning(Advice advice);

/// The verdict with this name; nothing if there is none.
std::optional<Verdict> verdict_from_name(std::string_view name);
std::optional<Advice> advice_from_name(std::string_view name);

/// The verdict that this advice becomes by the letter of the rules, although today's
/// hardware forgives the fault; nothing for advice that breaks no rule.
std::optional<Verdict> by_the_letter(Advice advice);

/// Every verdict, in declaration order.
std::span<const Verdict> all_verdicts();
std::span<const Advice> all_advice();

/// Whether some threads wait for ever: a deadlock, no progress or a divergent barrier.
bool is_stuck(Verdict verdict);

/// The verdict that explains more.  Verdicts of code that could not run at all come first
/// (compile_error, rejected, crashed, ...), then bad_access, divergent_barrier,
/// data_race, deadlock, no_progress, stale_value, wrong_result.
Verdict worse(Verdict a, Verdict b);

}  // namespace gridlock
