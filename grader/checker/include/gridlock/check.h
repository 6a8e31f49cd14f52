/// \file
/// The interface for a lab's checks.cpp: doctest's assertions on outcomes of scenarios.
/// Checks run on the trusted side, which never loads student code.
///
///     LAB_CHECK("1a", 10, functional, "one block merges, once") {
///       explore("sum", {{"blocks", 4}, {"threads", 8}}, [](const Outcome& outcome) {
///         CHECK(outcome.value("merges") == 1);
///       });
///     }
///
/// A case runs once on each executor that is present; `explore` uses that executor's
/// worker.  A case passes on an executor if no assertion failed and no finding counts
/// against its kind.
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

/// Executions of a scenario per `explore`, unless the user says otherwise.
constexpr std::uint64_t kSchedulesDefault = 1000;  ///< Schedules on the simulator.
constexpr std::uint64_t kLaunchesDefault = 200;    ///< Launches on the GPU.
constexpr std::int64_t kLaunchesMsDefault = 200;  ///< The most time per check on the GPU.
constexpr std::int64_t kLaunchesMsMin = 20;       ///< The least time, after a long build.
/// All GPU checks of a lab should finish this long after its grading began: a verdict is
/// due in five seconds, and a single launch may exceed its check's share.
constexpr std::int64_t kLaunchesDoneMs = 2200;
/// Random cases per check that generates cases, besides all corners; see cases.h.
constexpr std::uint64_t kCasesDefault = 20;

/// What a check tests, and so which findings fail it.
enum class CheckKind {
  functional,  ///< Results, hangs, bounds, API errors.  A race alone does not fail it.
  ordering,    ///< As functional, and also races and stale values.
  /// As ordering, by the letter of the PTX memory model.  Such a check also fails for
  /// missing_acquire_fence and missing_relay_fence, which are only advice elsewhere,
  /// since the code works on today's GPUs.
  strict,
  /// As strict; and no fence may be wider than needed (fence_too_wide).  A fence that is
  /// not needed at all is only advice (redundant_fence).  A fence needs the widest scope
  /// that any exploration of the check needs.  Only the simulator can tell.
  fences,
};

/// Whether orderings count, not only results.
constexpr bool is_about_order(CheckKind kind) { return kind != CheckKind::functional; }

/// Which executors a check can run on.
enum class On { both, sim, gpu };

namespace check {

/// One distinct outcome, for a check to judge.
class Outcome {
 public:
  explicit Outcome(const gridlock::Outcome& raw) : raw_(raw) {}
  /// All values of an output; an output that the scenario did not return fails the
  /// check and is empty.
  const std::vector<std::int64_t>& operator[](const std::string& name) const;
  /// The only value of an output; anything but one value fails the check.
  std::int64_t value(const std::string& name) const;
  /// A counter of the simulator; 0 if it did not count this.
  std::int64_t counter(const std::string& name) const;

 private:
  const gridlock::Outcome& raw_;
};

/// Judges each distinct outcome as it arrives.  A failed assertion ends the exploration,
/// and the check's replay is then the schedule of that outcome.
using Judge = std::function<void(const Outcome&)>;

/// All outcomes of an exploration.
class Explored {
 public:
  /// The exploration was skipped.
  Explored() = default;
  explicit Explored(std::vector<gridlock::Outcome> outcomes, Summary summary)
      : ran_(true), outcomes_(std::move(outcomes)), summary_(std::move(summary)) {}
  /// Whether some outcome satisfies the predicate.  If the exploration was skipped (see
  /// `explore`), the answer is unknown, and the check ends as skipped.
  bool some(const std::function<bool(const Outcome&)>& predicate) const;
  /// As some(), but also true if the budget of seconds ended the exploration before the
  /// answer was known.
  bool may_be_some(const std::function<bool(const Outcome&)>& predicate) const {
    return some(predicate) || summary_.cut_short;
  }

 private:
  bool ran_ = false;
  std::vector<gridlock::Outcome> outcomes_;
  Summary summary_;
};

/// Explores a scenario on the current executor.
///
/// Runs as many schedules on the simulator as `--schedules` says, or as many launches on
/// the GPU as `--launches` says.  An exploration is skipped if it needs more devices than
/// the machine has GPUs.  A check is skipped, with the reason, if all its explorations
/// are skipped.
///
/// Throws an internal exception, which ends the case, if the worker died, hung or found
/// something that counts against the check, or if an assertion of the judge failed.
Explored explore(const std::string& scenario, const Params& params,
                 const Judge& judge = {}, const DeviceModel& device = {});

/// Whether this part of the check would fail.  The results of the part are discarded.
/// For a check that can show a cause more clearly than the failure itself does.  Must not
/// be called within for_cases().
bool would_fail(const std::function<void()>& part);

/// For a check whose executions are expensive: while an object of this class lives,
/// `explore` divides the number of executions by `divisor` (but runs at least one).  If
/// several live, the largest divisor counts.
class Cheaper {
 public:
  explicit Cheaper(int divisor);
  Cheaper(const Cheaper&) = delete;
  Cheaper& operator=(const Cheaper&) = delete;
  ~Cheaper();

 private:
  int before_;
};

/// For a check that asks whether some execution shows something.  While an object of this
/// class lives, `explore` runs at least this many executions, whatever `--schedules` and
/// Cheaper say.
class AtLeast {
 public:
  explicit AtLeast(int executions);
  AtLeast(const AtLeast&) = delete;
  AtLeast& operator=(const AtLeast&) = delete;
  ~AtLeast();
};

/// For a check of code that waits and must not give up.  While an object of this class
/// lives, the simulator repeats each schedule in which a thread polled in vain for long.
/// During 20 million polls, it then holds back the threads that could end the wait.  This
/// takes seconds per wait.  It costs nothing if no waiting thread changes its own state
/// from poll to poll.
class Patient {
 public:
  Patient();
  Patient(const Patient&) = delete;
  Patient& operator=(const Patient&) = delete;
  ~Patient();
};

/// For an assertion that no order of accesses can change, such as how many events are
/// left behind.  While an object of this class lives, a race in the same schedule is not
/// reported beside the failure: a check about order reports it.
class RacesAside {
 public:
  RacesAside();
  RacesAside(const RacesAside&) = delete;
  RacesAside& operator=(const RacesAside&) = delete;
  ~RacesAside();
};

/// For an assertion that is about to fail with a message that says what to repair.  A
/// race in the same schedule, which may follow from that fault, is then not reported
/// beside the failure.
void message_suffices();

/// Ends the check on the GPU as skipped, because this GPU lacks what the check needs.  On
/// the simulator, which lacks nothing, the call breaks the check.
[[noreturn]] void skip_on_gpu(const std::string& why);

bool on_sim();  ///< Whether the current executor is the simulator.
bool on_gpu();

}  // namespace check

/// One check, as declared in its file.
struct RegisteredCheck {
  std::string lab;
  std::string part;
  std::string title;
  std::string file;
  int line = 0;
  int points = 0;
  CheckKind kind = CheckKind::functional;
  On on = On::both;
  int number = 0;            ///< From 1, in the order of checks_of().
  void (*body)() = nullptr;  ///< The function that LAB_CHECK defines.

  /// Whether the check is hidden from students, in solutions/LAB/hidden_checks.cpp.
  bool is_hidden() const;
};

/// The checks of a lab, part by part, as the files have them; hidden checks come last.
std::vector<RegisteredCheck> checks_of(const std::string& lab);

namespace detail {
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

/// A check worth points, followed by its body.  `part` groups checks on the sheet ("1a");
/// `kind` is functional, ordering, strict or fences; the title is a claim that holds if
/// the check passes.
#define LAB_CHECK(part, points, kind, title) LAB_CHECK_ON(part, points, kind, both, title)

/// LAB_CHECK for the executors that `on` names: sim, gpu or both.
#define LAB_CHECK_ON(part, points, kind, on, title) \
  GRIDLOCK_CHECK(part, points, kind, on, title,     \
                 GRIDLOCK_CONCAT(gridlock_check_, __COUNTER__))

#define GRIDLOCK_CHECK(part, points, kind, on, title, body)                       \
  static void body();                                                             \
  static const gridlock::detail::CheckRegistration GRIDLOCK_CONCAT(               \
      body, _registered)({GRIDLOCK_LAB, part, title, __FILE__, __LINE__, points,  \
                          gridlock::CheckKind::kind, gridlock::On::on, 0, body}); \
  static void body()
