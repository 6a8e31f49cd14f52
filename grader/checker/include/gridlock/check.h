/// \file
/// What a lab's checks.cpp is written with: doctest cases over the outcomes of
/// scenarios.  Runs on the trusted side, which never loads student code.
///
///     LAB_CHECK("1a", 10, functional, "one block merges, once") {
///       explore("sum", {{"blocks", 4}, {"threads", 8}}, [](const Outcome& outcome) {
///         CHECK(outcome.value("merges") == 1);
///       });
///     }
///
/// A case runs once on each executor that is present; `explore` talks to that
/// executor's worker.  A case passes on an executor if no assertion failed and no
/// finding counts against its kind.
#pragma once

#include <doctest/doctest.h>
#include <cstdint>

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "protocol/messages.h"

/// \cond
/// In a message a `const char*` is text, not an address.  (doctest has a macro for it,
/// which does not compile in doctest 2.4.9.)
template <>
struct doctest::StringMaker<const char*> {
  static String convert(const char* text) { return text; }
};
/// \endcond

namespace gridlock {

/// Executions of a scenario in one `explore`, unless the user says otherwise.
constexpr std::uint64_t kSchedulesDefault = 1000;  ///< On the simulator.
constexpr std::uint64_t kLaunchesDefault = 200;    ///< On the GPU.
/// Random cases of a check that generates them, beside all corners; see cases.h.
constexpr std::uint64_t kCasesDefault = 20;

/// What a check is about, and so which findings fail it.
enum class CheckKind {
  functional,  ///< Results, hangs, bounds, API errors.  A race alone does not fail it.
  ordering,    ///< All of these, and races and stale values.
  /// As ordering, to the letter of the PTX memory model: also what today's GPUs forgive,
  /// and what elsewhere is advice (missing_acquire_fence, missing_relay_fence).
  strict,
  /// As strict; and no fence may be wider than it has to be (fence_too_wide).  One that
  /// is not needed at all is advice (redundant_fence).  What is needed is what some
  /// exploration of the check needs; the GPU cannot tell.
  fences,
};

/// Whether more than results decide.
constexpr bool is_about_order(CheckKind kind) { return kind != CheckKind::functional; }

/// Which executors a check can run on.
enum class On { both, sim, gpu };

namespace check {

/// The judge's view of one distinct outcome.
class Outcome {
 public:
  explicit Outcome(const gridlock::Outcome& raw) : raw_(raw) {}
  /// All values of an output; an output that the scenario did not return fails the
  /// check and is empty.
  const std::vector<std::int64_t>& operator[](const std::string& name) const;
  /// The only value of an output; anything but one value fails the check.
  std::int64_t value(const std::string& name) const;
  /// What the simulator counted; 0 if it did not.
  std::int64_t counter(const std::string& name) const;

 private:
  const gridlock::Outcome& raw_;
};

/// Called for each distinct outcome, as it comes.  A failed assertion ends the
/// exploration and makes that outcome's schedule the check's replay.
using Judge = std::function<void(const Outcome&)>;

/// All that an exploration showed.
class Explored {
 public:
  /// It was left out.
  Explored() = default;
  explicit Explored(std::vector<gridlock::Outcome> outcomes, Summary summary)
      : ran_(true), outcomes_(std::move(outcomes)), summary_(std::move(summary)) {}
  /// Whether some outcome satisfies the predicate.  If the exploration was left out, see
  /// `explore`, nobody knows, and the check ends: it is skipped.
  bool some(const std::function<bool(const Outcome&)>& predicate) const;
  const Summary& summary() const { return summary_; }

 private:
  bool ran_ = false;
  std::vector<gridlock::Outcome> outcomes_;
  Summary summary_;
};

/// Explores a scenario on the current executor.
///
/// On the simulator as many schedules as `--schedules` says; on the GPU
/// `kLaunchesDefault` launches of the scenario.  What needs more devices than the machine
/// has GPUs is left out there; a check of which nothing is left is skipped, with the
/// reason.
/// Throws an internal exception, which ends the case, if the worker died, hung or found
/// something that counts against the check, or if the judge's assertion failed.
Explored explore(const std::string& scenario, const Params& params,
                 const Judge& judge = {}, const DeviceModel& device = {});

/// For a check whose one execution is expensive: while it lives, `explore` divides the
/// number of executions by `divisor` (but runs one at least).  Of several that live the
/// one with the largest divisor counts.
class Cheaper {
 public:
  explicit Cheaper(int divisor);
  Cheaper(const Cheaper&) = delete;
  Cheaper& operator=(const Cheaper&) = delete;
  ~Cheaper();

 private:
  int before_;
};

/// For a check of something that waits, and must not give up: while it lives, a schedule
/// on the simulator in which somebody looked in vain for long is run again, with those
/// who could end the wait kept away for 20 million looks.  That takes seconds, once for
/// each wait, and nothing where no wait changes its own state from look to look.
class Patient {
 public:
  Patient();
  Patient(const Patient&) = delete;
  Patient& operator=(const Patient&) = delete;
  ~Patient();
};

/// Ends the check on the GPU: this machine's cannot do what it needs, for this reason. On
/// the simulator, which can do everything, it is the check that is broken.
[[noreturn]] void skip_on_gpu(const std::string& why);

bool on_sim();  ///< Whether the current executor is the simulator.
bool on_gpu();

}  // namespace check

/// One check, as its file declares it.
struct RegisteredCheck {
  std::string lab;
  std::string part;
  std::string title;
  std::string file;
  int line = 0;
  int points = 0;
  CheckKind kind = CheckKind::functional;
  On on = On::both;
  int number = 0;  ///< From 1, in the order of the lab's file.
};

/// The checks of a lab, in order; hidden checks come last.
std::vector<RegisteredCheck> checks_of(const std::string& lab);

namespace detail {
/// Registers what doctest has no place for.
struct CheckRegistration {
  explicit CheckRegistration(RegisteredCheck check);
};
}  // namespace detail
}  // namespace gridlock

/// The lab that a file of checks belongs to; labs/CMakeLists.txt defines it.
#ifndef GRIDLOCK_LAB
#define GRIDLOCK_LAB ""
#endif

#define GRIDLOCK_CONCAT2(a, b) a##b
#define GRIDLOCK_CONCAT(a, b) GRIDLOCK_CONCAT2(a, b)

/// A doctest case worth points.  `part` groups checks on the sheet ("1a"); `kind` is
/// functional, ordering, strict or fences; the title is a claim that holds if the check
/// passes.
#define LAB_CHECK(part, points, kind, title) LAB_CHECK_ON(part, points, kind, both, title)

/// The same, for an executor: sim, gpu or both.
#define LAB_CHECK_ON(part, points, kind, on, title)                                      \
  static const gridlock::detail::CheckRegistration GRIDLOCK_CONCAT(                      \
      gridlock_check_, __LINE__)({GRIDLOCK_LAB, part, title, __FILE__, __LINE__, points, \
                                  gridlock::CheckKind::kind, gridlock::On::on, 0});      \
  TEST_CASE(title* doctest::test_suite(GRIDLOCK_LAB))
