#include "common/verdict.h"

#include <algorithm>
#include <array>

namespace gridlock {
namespace {

template <class Kind>
struct Description {
  Kind kind;
  std::string_view name;
  std::string_view meaning;
};

constexpr auto kVerdicts = std::to_array<Description<Verdict>>(
    {{Verdict::passed, "passed", "Nothing wrong was found."},
     {Verdict::wrong_result, "wrong_result", "The result is wrong."},
     {Verdict::data_race, "data_race",
      "Two threads accessed the same memory, and nothing orders the accesses."},
     {Verdict::stale_value, "stale_value",
      "A thread read an old value, because no fence made the new one visible."},
     {Verdict::deadlock, "deadlock",
      "No thread can continue: each waits for something that never happens."},
     {Verdict::no_progress, "no_progress",
      "The threads kept running without making progress."},
     {Verdict::divergent_barrier, "divergent_barrier",
      "Threads of one block waited at different barriers, or some never arrived."},
     {Verdict::bad_access, "bad_access",
      "The code accessed memory that is not its own: out of bounds, freed, or on "
      "the wrong side (host or device)."},
     {Verdict::api_error, "api_error", "A CUDA call returned an error."},
     {Verdict::compile_error, "compile_error", "The file does not compile."},
     {Verdict::timeout, "timeout", "The program did not end within its time limit."},
     {Verdict::crashed, "crashed", "The program crashed."},
     {Verdict::out_of_memory, "out_of_memory",
      "The program asked for more memory than it may have."},
     {Verdict::output_limit, "output_limit",
      "The program printed more than it may print."},
     {Verdict::protocol_error, "protocol_error",
      "The program ended, or disturbed the grader, before it had answered."},
     {Verdict::rejected, "rejected",
      "The file contains something that cannot be graded."},
     {Verdict::skipped, "skipped", "This did not run."},
     {Verdict::grader_error, "grader_error",
      "The grader or this machine failed; the submission is not to blame."}});

constexpr auto kAdvice = std::to_array<Description<Advice>>(
    {{Advice::missing_acquire_fence, "missing_acquire_fence",
      "A thread saw the signal and then read the data without a fence between."},
     {Advice::missing_relay_fence, "missing_relay_fence",
      "A thread passed a signal on without a fence between seeing and sending."},
     {Advice::redundant_fence, "redundant_fence",
      "This fence orders nothing that is not ordered already."},
     {Advice::fence_too_wide, "fence_too_wide",
      "A fence of a narrower scope is enough here."},
     {Advice::output_differs, "output_differs",
      "What the program prints depends on the schedule."},
     {Advice::bounded_wait, "bounded_wait",
      "A waiting loop can end before what it waits for has happened."},
     {Advice::equal_writes, "equal_writes",
      "Several threads write the same value, and nothing orders them."},
     {Advice::partial_barrier, "partial_barrier",
      "A part of a warp reached a barrier, and the rest of the warp had ended."},
     {Advice::uninitialized_read, "uninitialized_read",
      "A thread read shared memory that no thread of its block had written."},
     {Advice::plain_proposal, "plain_proposal",
      "An ordinary read only proposes its value to a compare-and-swap."},
     {Advice::lanes_in_step, "lanes_in_step",
      "Lanes of a warp hand on values as if they ran in step, as before Volta."},
     {Advice::failed_call, "failed_call",
      "A call of CUDA's runtime failed, and the program went on with what it had."}});

template <class Kind, std::size_t size>
constexpr auto kinds_of(const std::array<Description<Kind>, size>& table) {
  std::array<Kind, size> all{};
  for (std::size_t i = 0; i < size; ++i) all[i] = table[i].kind;
  return all;
}
constexpr auto kAllVerdicts = kinds_of(kVerdicts);
constexpr auto kAllAdvice = kinds_of(kAdvice);

/// Whether row i is about enumerator i, so that enumerators can index the table.
template <class Table>
constexpr bool is_in_order(const Table& table) {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (static_cast<std::size_t>(table[i].kind) != i) return false;
  return true;
}
static_assert(is_in_order(kVerdicts) &&
              kVerdicts.size() == static_cast<std::size_t>(Verdict::grader_error) + 1);
static_assert(is_in_order(kAdvice) &&
              kAdvice.size() == static_cast<std::size_t>(Advice::failed_call) + 1);

/// The verdict that explains most comes first.
constexpr std::array kByExplanation{
    Verdict::grader_error,   Verdict::rejected,          Verdict::compile_error,
    Verdict::protocol_error, Verdict::crashed,           Verdict::out_of_memory,
    Verdict::timeout,        Verdict::output_limit,      Verdict::api_error,
    Verdict::bad_access,     Verdict::divergent_barrier, Verdict::data_race,
    Verdict::deadlock,       Verdict::no_progress,       Verdict::stale_value,
    Verdict::wrong_result,   Verdict::skipped,           Verdict::passed,
};
static_assert(kByExplanation.size() == kVerdicts.size());

template <class Kind, class Table>
std::optional<Kind> find_by_name(const Table& table, std::string_view name) {
  for (const auto& entry : table)
    if (entry.name == name) return entry.kind;
  return std::nullopt;
}

}  // namespace

std::string_view name(Verdict verdict) {
  return kVerdicts.at(static_cast<std::size_t>(verdict)).name;
}

std::string_view name(Advice advice) {
  return kAdvice.at(static_cast<std::size_t>(advice)).name;
}

std::string_view meaning(Verdict verdict) {
  return kVerdicts.at(static_cast<std::size_t>(verdict)).meaning;
}

std::string_view meaning(Advice advice) {
  return kAdvice.at(static_cast<std::size_t>(advice)).meaning;
}

std::optional<Verdict> verdict_from_name(std::string_view name) {
  return find_by_name<Verdict>(kVerdicts, name);
}

std::optional<Advice> advice_from_name(std::string_view name) {
  return find_by_name<Advice>(kAdvice, name);
}

std::optional<Verdict> by_the_letter(Advice advice) {
  switch (advice) {
    case Advice::missing_acquire_fence:
    case Advice::missing_relay_fence:
    case Advice::equal_writes:
    case Advice::plain_proposal:
      return Verdict::data_race;
    case Advice::partial_barrier:
      return Verdict::divergent_barrier;
    case Advice::redundant_fence:
    case Advice::fence_too_wide:
    case Advice::output_differs:
    case Advice::bounded_wait:
    case Advice::uninitialized_read:
    case Advice::lanes_in_step:
    case Advice::failed_call:
      return std::nullopt;
  }
  __builtin_unreachable();
}

std::span<const Verdict> all_verdicts() { return kAllVerdicts; }

std::span<const Advice> all_advice() { return kAllAdvice; }

bool is_stuck(Verdict verdict) {
  return verdict == Verdict::deadlock || verdict == Verdict::no_progress ||
         verdict == Verdict::divergent_barrier;
}

Verdict worse(Verdict a, Verdict b) {
  return *std::find_if(kByExplanation.begin(), kByExplanation.end(),
                       [&](Verdict verdict) { return verdict == a || verdict == b; });
}

}  // namespace gridlock
