/// One check on one executor, while it runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "checker/failure_story.h"
#include "checker/include/gridlock/check.h"
#include "checker/record.h"
#include "checker/symbols.h"
#include "checker/worker_pool.h"

namespace gridlock {

/// Thrown to leave a check's body once its result is recorded.
struct CaseEnded {};

struct CaseSettings {
  std::uint64_t schedules = kSchedulesDefault;
  std::uint64_t launches = kLaunchesDefault;
  /// The limit for all launches of the case on a GPU.  Once it is used up, each
  /// exploration has one launch; 0 is no limit.
  std::int64_t launches_ms = kLaunchesMsDefault;
  std::uint64_t seed = 1;
  std::uint64_t cases = kCasesDefault;
  std::int64_t budget_ms = 0;  ///< This case's budget; 0 is no limit.
  bool stories = true;         ///< If false, only failures of order get a story.
};

using Context = std::vector<std::string>;

struct Passed {
  Context context;
  std::uint64_t schedules = 0;
  bool all = false;            ///< There are no other schedules.
  std::uint64_t accesses = 0;  ///< The approximate number of accesses in one schedule.
};

struct ExplorationEnd;
class ActiveCase;

class CaseBody {
 public:
  virtual ~CaseBody() = default;
  /// Runs the body; its explorations and assertions go to the case.  \throws Interrupted
  virtual void run(ActiveCase& active) = 0;
  /// Runs a part of the body.  Does not throw if an assertion ends the part.
  virtual void run_part(const std::function<void()>& part) = 0;
  /// The texts of the INFOs in scope, outermost first.
  virtual std::vector<std::string> infos() const = 0;
};

class ActiveCase {
 public:
  ActiveCase(const RegisteredCheck& check, ExecutorKind executor,
             const ModuleBuild& module, std::string submission_name, WorkerPool& pool,
             const CaseSettings& settings, CaseBody& body);
  ActiveCase(const ActiveCase&) = delete;
  ActiveCase& operator=(const ActiveCase&) = delete;

  /// Runs the body.  \throws Interrupted
  void run() { body_.run(*this); }

  check::Explored explore(const std::string& scenario, const Params& params,
                          const check::Judge& judge, const DeviceModel& device);

  void assertion_failed(FailedAssertion failure);
  void message_suffices() { state_.message_suffices = true; }
  /// Ends a check that cannot run here.
  [[noreturn]] void skip(const std::string& why);
  /// Why explorations were skipped for lack of devices.  \pre one was skipped
  std::string too_few_devices() const;
  /// Records that the check itself went wrong, perhaps because of the worker's data.
  void check_is_broken(const std::string& what);

  /// Runs a part of the body.  A failure leaves no trace, so that the part, or a simpler
  /// one, can run again.  Only if the part ended its worker or was skipped does the case
  /// end.  Returns passed, or the verdict to which the part would have led.
  Verdict attempt(const std::function<void()>& part);
  /// As attempt(), but a part that passes leaves no trace either.
  Verdict rehearse(const std::function<void()>& part);
  /// The last rehearsal's explorations that passed.
  const std::vector<Passed>& rehearsed() const { return rehearsed_; }
  /// Keeps explorations from which CheckRun::passes_with is chosen.
  void remember_passed(std::vector<Passed> passed) { passed_ = std::move(passed); }
  /// Whether a loop that only computes failed the last attempt.  Such a loop runs until
  /// the simulator gives up on it, and a simpler case or schedule would show no more.
  bool attempted_endless_loop() const;
  /// Ends the case with the last failed attempt, for a submission that behaves
  /// differently when the same schedule runs again.
  [[noreturn]] void end_as_attempted();

  const CaseSettings& settings() const { return settings_; }

  /// Whether the exception that ends the body is CaseEnded or Interrupted.
  bool is_leaving() const { return state_.leaving; }

  /// Whether a failure with this verdict is reduced and reported with its story.  A story
  /// also finds the old value that led to a wrong result.
  bool needs_story(Verdict verdict) const;

  ExecutorKind executor() const { return executor_; }
  int divisor = 1;           ///< See check::Cheaper.
  int executions_min = 1;    ///< See check::AtLeast.
  bool patient = false;      ///< See check::Patient.
  bool races_aside = false;  ///< See check::RacesAside.

  /// Whether the case began in a worker in which an earlier case had failed.  Values that
  /// the earlier case left in the submission's variables may then cause a failure.
  bool began_after_failure() const { return after_failure_.value_or(false); }

  /// Whether the failure of the case left a worker that could not be used again.
  bool has_lost_worker() const { return lost_worker_; }

  /// The record of the case, with verdict and places.
  CheckRun finish(const LineFinder& lines);

 private:
  ExploreRequest request(const std::string& scenario, const Params& params,
                         const DeviceModel& device) const;
  check::Explored explore_and_judge(const ExploreRequest& request,
                                    const check::Judge& judge);
  /// Keeps the schedule of the first outcome, so that one execution can be shown.
  void remember_first(const ExploreRequest& request,
                      const std::vector<Outcome>& outcomes);
  /// Records where the check was, and what passed before.
  void record_context(const ExplorationEnd& end);
  /// Records why the check fails, and ends the worker unless it can be used again.
  void record_failure(ReadyWorker& ready, const ExploreRequest& request,
                      const ExplorationEnd& end);
  bool left_out(const DeviceModel& device);
  std::int64_t budget_left_ms() const;
  std::int64_t launching_left_ms() const;
  ReadyWorker& worker();
  void take_summary(const Summary& summary, double seconds);
  void fail(const WorkerFate& fate);
  void lose_worker();
  [[noreturn]] void leave();
  void end_or_keep(ReadyWorker& ready, const ExploreRequest& request,
                   const ExplorationEnd& end);
  void judge_fences();
  /// Shows one execution if the only failure is an assertion about all executions.
  void tell_last_execution();
  Verdict verdict() const;

  const RegisteredCheck& check_;
  ExecutorKind executor_;
  const ModuleBuild& module_;
  std::string submission_name_;
  WorkerPool& pool_;
  CaseSettings settings_;
  CaseBody& body_;
  CaseState state_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();

  std::optional<bool> after_failure_;  ///< Set at the first exploration.
  bool lost_worker_ = false;
  bool trying_ = false;  ///< Failures are discarded.
  CaseState failed_;     ///< What the last failed attempt led to.
  bool rehearsing_ = false;
  std::vector<Passed> rehearsed_, passed_;
};

}  // namespace gridlock
