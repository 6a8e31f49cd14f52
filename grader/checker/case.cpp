#include "checker/case.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "checker/exploration.h"
#include "checker/interrupt.h"
#include "checker/lab/labs.h"
#include "checker/replay.h"
#include "checker/schedule_string.h"
#include "checker/symbols.h"
#include "common/text.h"
#include "scenario/include/gridlock/module_abi.h"
#include "wording/words.h"

namespace gridlock {
namespace {

using Clock = std::chrono::steady_clock;

/// On the GPU an exploration is cut short after this time: launches that end late are
/// slow, not wrong.  The silence limit ends a launch that hangs.
constexpr std::int64_t kGpuBudgetMs = 6000;
constexpr std::size_t kNotesMax = 32;
/// Schedules that are tried to see whether a result depends on the schedule.
constexpr std::uint64_t kOtherSchedules = 30;

/// The time for a GPU to finish its work after a failure.  A new worker takes about as
/// long.
constexpr std::chrono::milliseconds kSettleMax{1000};

bool counts_for(CheckKind kind, Verdict verdict) {
  if (is_about_order(kind)) return true;
  return verdict != Verdict::data_race && verdict != Verdict::stale_value;
}

bool counts_for(CheckKind kind, Advice advice) {
  switch (advice) {
    case Advice::missing_acquire_fence:
    case Advice::missing_relay_fence:
      return kind >= CheckKind::strict;
    case Advice::fence_too_wide:
      return kind == CheckKind::fences;
    default:
      return false;
  }
}

/// A case counts as passing after this many times the schedules to the finding.
constexpr std::uint64_t kPassesClearly = 3;

/// See CheckRun::passes_with.  Prefers the case with the most accesses.
/// \param schedules the number of schedules after which the failing case failed
std::string what_passes(const Context& failing, std::uint64_t schedules,
                        const std::vector<Passed>& passed) {
  std::string found;
  std::uint64_t most = 0;
  for (const auto& [context, tried, all, accesses] : passed) {
    if (context.size() != failing.size() || (!all && tried < kPassesClearly * schedules))
      continue;
    const auto [here, there] =
        std::mismatch(context.begin(), context.end(), failing.begin());
    if (here == context.end() || !std::equal(here + 1, context.end(), there + 1))
      continue;
    if (found.empty() || accesses > most) {
      found = *here;
      most = accesses;
    }
  }
  return found;
}

Verdict verdict_of(Advice advice) {
  return advice == Advice::fence_too_wide ? Verdict::wrong_result : Verdict::data_race;
}

/// The verdict that a finding names.
/// \throws ProtocolError if a worker may not name this verdict
Verdict verdict_of(const Finding& finding) {
  if (const Advice* advice = std::get_if<Advice>(&finding.kind))
    return verdict_of(*advice);
  const Verdict verdict = std::get<Verdict>(finding.kind);
  if (verdict == Verdict::passed || verdict == Verdict::skipped)
    throw ProtocolError("a finding that breaks no rule");
  return verdict;
}

bool same_finding(const Finding& a, const Finding& b) {
  const auto first_pc = [](const Finding& finding) {
    return finding.accesses.empty() ? 0 : finding.accesses.front().pc;
  };
  return a.kind == b.kind && first_pc(a) == first_pc(b) && say_the_same(a.what, b.what);
}

void add_new(std::vector<Finding>& findings, const Finding& finding) {
  if (findings.size() < kNotesMax &&
      std::none_of(findings.begin(), findings.end(),
                   [&](const Finding& known) { return same_finding(known, finding); }))
    findings.push_back(finding);
}

std::vector<RacePlaces> places_of_races(const std::vector<Finding>& findings) {
  std::vector<RacePlaces> places;
  for (const Finding& finding : findings)
    if (finding.kind == FindingKind(Verdict::data_race) && finding.accesses.size() == 2)
      places.push_back({finding.accesses.front().pc, finding.accesses.back().pc});
  return places;
}

/// Whether labs report this advice only beside a wrong result.
bool is_told_beside(const Finding& finding) {
  return finding.kind == FindingKind(Advice::uninitialized_read) ||
         finding.kind == FindingKind(Advice::partial_barrier);
}

bool uses_memory(const std::vector<Access>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Access& step) {
    return step.kind == StepKind::read || step.kind == StepKind::write ||
           step.kind == StepKind::atomic;
  });
}

bool is_endless_loop(const std::optional<Finding>& finding) {
  return finding &&
         std::any_of(finding->what.begin(), finding->what.end(),
                     [](const Cause& cause) { return cause.is<LoopWithoutReads>(); });
}

std::string schedule_string(const ModuleBuild& module, const RegisteredCheck& check,
                            const ExploreRequest& request, const std::string& token) {
  ScheduleString schedule;
  schedule.source_hash = module.source_hash;
  schedule.check = check.number;
  schedule.kind = check.kind;
  schedule.scenario = request.scenario;
  schedule.params = request.params;
  schedule.device = request.device;
  schedule.seed = request.exploration.seed;
  schedule.token = token;
  return format_schedule(schedule);
}

/// \param why why the check is skipped; "" if it is not
void say_skipped(CheckRun& run, const std::string& why) {
  if (why.empty()) return;
  run.verdict = Verdict::skipped;
  run.message = why;
}

/// Lets the remedy of a race say that its schedule gave a wrong result.
void note_failure(Cause& remedy) {
  if (auto* write = remedy.get_if<WriteStrongly>()) write->failed = true;
  if (auto* read = remedy.get_if<ReadStrongly>()) read->failed = true;
}

/// Fills in the places of all that the case has found.
void place(CaseState& state, Placer placer) {
  CheckRun& run = state.run_;
  if (state.counting_) placer.expect(*state.counting_);
  for (const auto* findings : {&state.notes_, &state.advice_})
    for (const Finding& finding : *findings) placer.expect(finding);
  placer.expect(state.interleaving_);
  placer.expect(state.uses_);

  if (state.counting_) run.finding = placer.place(*state.counting_);
  if (run.finding) run.finding->replay = run.replay;
  for (Finding finding : state.notes_) {  // Beside a failed assertion.
    for (Cause& remedy : finding.remedy) note_failure(remedy);
    run.notes.push_back(placer.place(finding));
  }
  for (const Finding& finding : state.advice_)
    run.advice.push_back(placer.place(finding));
  run.interleaving = placer.place(state.interleaving_);
  run.uses = placer.place(state.uses_);
}

}  // namespace

/// Collects what a replay of one schedule shows.
class HistoryHandler : public ExplorationHandler {
 public:
  bool outcome(const Outcome& outcome) override {
    if (schedule.empty()) schedule = outcome.schedule;
    if (interleaving.empty()) interleaving = outcome.interleaving;
    if (uses.empty()) uses = outcome.uses;
    return true;
  }
  bool finding(const Finding& finding) override {
    if (is_told_beside(finding))
      beside.push_back(finding);
    else if (!finding.is_advice())
      findings.push_back(finding);
    if (uses.empty()) uses = finding.uses;
    return findings.size() < kNotesMax;
  }

  std::vector<Access> interleaving;
  std::vector<LineUse> uses;
  std::vector<Finding> findings;
  std::vector<Finding> beside;  ///< Advice that may explain a wrong result.
  std::string schedule;         ///< The schedule of the outcome.
};

class OtherOutcomeHandler : public ExplorationHandler {
 public:
  explicit OtherOutcomeHandler(const Outcome& known) : known_(known) {}

  bool outcome(const Outcome& outcome) override {
    found = outcome.outputs != known_.outputs;
    return !found;
  }
  bool finding(const Finding& finding) override {
    if (!finding.is_advice()) found = true;
    return !found;
  }

  bool found = false;

 private:
  const Outcome& known_;
};

class JudgingHandler : public ExplorationHandler {
 public:
  JudgingHandler(ActiveCase& active_case, const check::Judge& judge)
      : case_(active_case), judge_(judge) {}

  bool outcome(const Outcome& outcome) override {
    outcomes.push_back(outcome);
    if (!judge_) return true;
    const std::size_t before = case_.run_.failures.size();
    try {
      judge_(check::Outcome(outcome));
    } catch (...) {
      if (case_.run_.failures.size() > before) case_.failing_outcome_ = outcome;
      throw;
    }
    if (case_.run_.failures.size() == before) return true;
    case_.failing_outcome_ = outcome;
    return false;
  }

  bool finding(const Finding& finding) override {
    if (const Advice* advice = std::get_if<Advice>(&finding.kind)) {
      if (is_told_beside(finding)) return true;
      if (counts_for(case_.check_.kind, *advice)) {
        case_.counting_ = finding;
        return false;
      }
      add_new(case_.advice_, finding);
      return true;
    }
    const Verdict verdict = verdict_of(finding);
    // An old value alone fails no check: only a wrong outcome does; see look_at_failure.
    if (verdict != Verdict::stale_value && counts_for(case_.check_.kind, verdict)) {
      case_.counting_ = finding;
      return false;
    }
    if (!case_.races_aside) add_new(case_.notes_, finding);
    return true;
  }

  std::vector<Outcome> outcomes;

 private:
  ActiveCase& case_;
  const check::Judge& judge_;
};

/// Notes whether the devices have settled, and have memory.
class SettleHandler : public ExplorationHandler {
 public:
  bool outcome(const Outcome& outcome) override {
    const auto roomy = outcome.outputs.find("roomy");
    settled = roomy != outcome.outputs.end() && !roomy->second.empty() &&
              std::all_of(roomy->second.begin(), roomy->second.end(),
                          [](std::int64_t one) { return one == 1; });
    return true;
  }
  bool finding(const Finding&) override {
    failed = true;
    return false;
  }

  bool settled = false;
  bool failed = false;
};

/// Whether a worker in which something failed can be used again, after it has waited for
/// up to `devices` devices.  If not, it may be gone.
bool settles(ReadyWorker& ready, int devices) {
  ExploreRequest request;
  request.scenario = kSettleScenario;
  request.params["devices"] = std::clamp(devices, 1, std::max(1, ready.hello.devices));
  request.exploration.schedules = 1;
  SettleHandler handler;
  const auto limit = std::exchange(ready.silence_limit, kSettleMax);
  const ExplorationEnd end = explore_with(ready, request, handler);
  ready.silence_limit = limit;
  ready.process.take_output();  // This output belongs to no check.
  return end.summary && !end.summary->worker_spent && handler.settled && !handler.failed;
}

ActiveCase::ActiveCase(const RegisteredCheck& check, ExecutorKind executor,
                       const ModuleBuild& module, std::string submission_name,
                       WorkerPool& pool, const CaseSettings& settings, CaseBody& body)
    : check_(check),
      executor_(executor),
      module_(module),
      submission_name_(std::move(submission_name)),
      pool_(pool),
      settings_(settings),
      body_(body) {
  run_.executor = executor;
}

void ActiveCase::assertion_failed(FailedAssertion failure) {
  run_.failures.push_back(std::move(failure));
}

void ActiveCase::check_is_broken(const std::string& what) {
  if (fate_) return;
  fate_ = {Verdict::grader_error, "The check itself failed: " + what,
           Verdict::protocol_error};
}

std::int64_t ActiveCase::launching_left_ms() const {
  if (settings_.launches_ms == 0) return kGpuBudgetMs;
  // The first of several explorations must not take all the time.
  return std::clamp<std::int64_t>(
      settings_.launches_ms - static_cast<std::int64_t>(launching_ * 1000), 1,
      std::max<std::int64_t>(1, settings_.launches_ms / 4));
}

std::int64_t ActiveCase::budget_left_ms() const {
  if (settings_.budget_ms == 0) return 0;
  const auto used =
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
  return std::max<std::int64_t>(1, settings_.budget_ms - used.count());
}

ExploreRequest ActiveCase::request(const std::string& scenario, const Params& params,
                                   const DeviceModel& device) const {
  const bool on_gpu = executor_ == ExecutorKind::gpu;
  ExploreRequest request{scenario, params, {}, device};
  Exploration& exploration = request.exploration;
  const std::uint64_t wanted = on_gpu ? settings_.launches : settings_.schedules;
  exploration.schedules = std::max(static_cast<std::uint64_t>(executions_min),
                                   wanted / static_cast<std::uint64_t>(divisor));
  if (!on_gpu)
    exploration.exhaustive_max = std::min(kExhaustiveMax, 2 * exploration.schedules);
  exploration.seed = settings_.seed;
  exploration.budget_ms = budget_left_ms();
  if (on_gpu) {
    const std::int64_t left = launching_left_ms();
    if (exploration.budget_ms == 0 || exploration.budget_ms > left)
      exploration.budget_ms = left;
  }
  exploration.stop_on_race = is_about_order(check_.kind);
  exploration.by_the_letter = check_.kind >= CheckKind::strict;
  exploration.long_waits = patient;
  exploration.weigh_fences = check_.kind == CheckKind::fences;
  return request;
}

check::Explored ActiveCase::explore(const std::string& scenario, const Params& params,
                                    const check::Judge& judge,
                                    const DeviceModel& device) {
  try {
    return explore_and_judge(request(scenario, params, device), judge);
  } catch (const CaseEnded&) {
    leaving_ = true;
    throw;
  } catch (const Interrupted&) {
    leaving_ = true;
    throw;
  }
}

check::Explored ActiveCase::explore_and_judge(const ExploreRequest& request,
                                              const check::Judge& judge) {
  if (left_out(request.device)) return {};
  run_.asked = show_scenario(request.scenario, request.params);
  ++explored_;
  JudgingHandler handler(*this, judge);
  ReadyWorker& ready = worker();
  if (!after_failure_) after_failure_ = ready.has_failed;
  ExploreRequest asked = request;
  if (!asked.exploration.stop_on_race) asked.exploration.told = places_of_races(notes_);
  const ExplorationEnd end = explore_with(ready, asked, handler);
  run_.printed += ready.process.take_output();
  const std::string first =
      handler.outcomes.empty() ? "" : handler.outcomes.front().schedule;
  if (run_.first.empty() && is_token(first))
    run_.first = schedule_string(module_, check_, request, first);
  if (end.summary) take_summary(*end.summary, end.seconds);
  if (end.fate) fail(*end.fate);
  const bool failed = counting_ || failing_outcome_;
  record_context(end);
  if (failed) record_failure(ready, request, end);
  if (is_token(first)) {
    explored_last_ = request;
    explored_last_->exploration.replay = first;
  }
  if (end.thrown) std::rethrow_exception(end.thrown);
  if (end.fate || failed) throw CaseEnded{};
  if (end.summary->worker_spent) lose_worker();
  return check::Explored(std::move(handler.outcomes), *end.summary);
}

void ActiveCase::record_context(const ExplorationEnd& end) {
  run_.context = body_.infos();  // Assertions about all outcomes report it, too.
  run_.passed_before = explored_ - 1;
  if (counting_ || failing_outcome_) run_.schedules_to_finding = run_.schedules;
  if (!end.summary) return;
  const std::uint64_t schedules = end.summary->schedules;
  if (end.fate || counting_ || failing_outcome_)
    run_.passes_with = what_passes(run_.context, schedules, passed_);
  else if (rehearsing_)
    rehearsed_.push_back({run_.context, schedules, end.summary->exhaustive,
                          end.summary->accesses / std::max<std::uint64_t>(1, schedules)});
}

void ActiveCase::record_failure(ReadyWorker& ready, const ExploreRequest& request,
                                const ExplorationEnd& end) {
  const bool endless = is_endless_loop(counting_);
  if (trying_ && !endless) return end_or_keep(ready, request, end);
  run_.in_any_schedule = end.summary && end.summary->schedules == 1;
  if (endless) {
    if (is_token(counting_->schedule))
      run_.replay = schedule_string(module_, check_, request, counting_->schedule);
    return end_or_keep(ready, request, end);
  }
  if (failing_outcome_) run_.returned = show_outputs(failing_outcome_->outputs);
  if (needs_story(verdict()))
    look_at_failure(ready, request, end);
  else
    end_or_keep(ready, request, end);
  // The host's calls explain little if the result is wrong in any schedule.
  const bool tells_race = !notes_.empty() && !notes_.front().interleaving.empty();
  if (!counting_ && run_.in_any_schedule && !tells_race && !uses_memory(interleaving_))
    interleaving_.clear();
}

bool ActiveCase::needs_story(Verdict verdict) const {
  return settings_.stories || verdict == Verdict::data_race ||
         verdict == Verdict::stale_value ||
         (verdict == Verdict::wrong_result && is_about_order(check_.kind));
}

Verdict ActiveCase::attempt(const std::function<void()>& part) {
  const CaseState before = *this;
  trying_ = true;
  try {
    body_.run_part(part);
  } catch (const CaseEnded&) {
  }
  trying_ = false;
  const Verdict result = verdict();
  const bool is_final = fate_ || !skipped_.empty();
  if (is_final) {
    leaving_ = true;
    throw CaseEnded{};
  }
  if (result != Verdict::passed) {
    failed_ = std::move(static_cast<CaseState&>(*this));
    static_cast<CaseState&>(*this) = before;
  }
  return result;
}

bool ActiveCase::attempted_endless_loop() const {
  return is_endless_loop(failed_.counting_);
}

void ActiveCase::end_as_attempted() {
  static_cast<CaseState&>(*this) = std::move(failed_);
  leaving_ = true;
  throw CaseEnded{};
}

Verdict ActiveCase::rehearse(const std::function<void()>& part) {
  const CaseState before = *this;
  // A patient rehearsal would take minutes.
  const bool was_patient = std::exchange(patient, false);
  rehearsed_.clear();
  rehearsing_ = true;
  const Verdict result = attempt(part);
  rehearsing_ = false;
  patient = was_patient;
  static_cast<CaseState&>(*this) = before;
  return result;
}

bool ActiveCase::left_out(const DeviceModel& device) {
  if (executor_ != ExecutorKind::gpu || device.devices <= 1) return false;
  const int present = worker().hello.devices;
  if (device.devices <= present) return false;
  devices_present_ = present;
  if (devices_needed_ == 0 || device.devices < devices_needed_)
    devices_needed_ = device.devices;
  return true;
}

std::string ActiveCase::too_few_devices() const {
  return fmt::format("it needs {} GPUs, and this machine has {}", devices_needed_,
                     devices_present_);
}

void ActiveCase::skip(const std::string& why) {
  if (executor_ != ExecutorKind::gpu)
    check_is_broken("it wants to be skipped on the simulator");
  if (skipped_.empty()) skipped_ = why;
  leaving_ = true;
  throw CaseEnded{};
}

ReadyWorker& ActiveCase::worker() {
  auto acquired = pool_.acquire(executor_, module_.module);
  if (auto* fate = std::get_if<WorkerFate>(&acquired)) {
    fail(*fate);
    throw CaseEnded{};
  }
  ReadyWorker& ready = *std::get<ReadyWorker*>(acquired);
  if (!ready.hello.unusable.empty()) {
    fail({Verdict::grader_error,
          fmt::format("The device cannot be used any more: {}",
                      no_device_works(ready.hello.unusable)),
          Verdict::crashed});
    throw CaseEnded{};
  }
  return ready;
}

void ActiveCase::take_summary(const Summary& summary, double seconds) {
  run_.is_implausible |=
      executor_ == ExecutorKind::sim && is_implausible(summary, seconds);
  // The check was exhaustive if all its explorations were.
  run_.exhaustive = summary.exhaustive && (run_.exhaustive || run_.schedules == 0);
  run_.schedules += summary.schedules;
  if (executor_ == ExecutorKind::gpu) launching_ += summary.seconds;
  run_.accesses += summary.accesses;
  run_.cut_short |= summary.cut_short;
  fences_.add(summary.fences);
}

void ActiveCase::fail(const WorkerFate& fate) {
  fate_ = fate;
  if (executor_ == ExecutorKind::gpu && fate.verdict == Verdict::timeout)
    fate_->message = "The kernel hangs: no launch ended for seconds.  It was ended.";
  lose_worker();
}

void ActiveCase::lose_worker() {
  lost_worker_ = true;
  pool_.discard(executor_, module_.module);
}

/// Ends the worker in which something failed.  On a GPU it is kept if it can be used
/// again: a new CUDA context takes a second.
void ActiveCase::end_or_keep(ReadyWorker& ready, const ExploreRequest& request,
                             const ExplorationEnd& end) {
  if (executor_ == ExecutorKind::gpu && end.summary && !end.summary->worker_spent &&
      settles(ready, request.device.devices))
    ready.has_failed = true;
  else
    lose_worker();
}

/// Reduces the failing schedule and replays it for its history, then ends the worker.
void ActiveCase::look_at_failure(ReadyWorker& ready, const ExploreRequest& request,
                                 const ExplorationEnd& end) {
  const std::string token = counting_          ? counting_->schedule
                            : failing_outcome_ ? failing_outcome_->schedule
                                               : "";
  if (counting_) interleaving_ = counting_->interleaving;
  if (!is_token(token)) return end_or_keep(ready, request, end);
  run_.replay = schedule_string(module_, check_, request, token);
  ExploreRequest again = request;
  again.exploration.schedules = 1;
  again.exploration.replay = token;
  again.exploration.minimize = true;
  again.exploration.tell_data = !counting_;
  if (!counting_ && !run_.failures.empty())
    again.exploration.words = about_of(complaint_of(run_, run_.failures.front())).names;
  HistoryHandler history;
  explore_with(worker(), again, history);
  uses_ = history.uses;
  take_shortest(request, history);
  if (run_.in_any_schedule && failing_outcome_ && !counting_)
    run_.in_any_schedule = !another_schedule_differs(request);
  pool_.discard(executor_, module_.module);
}

bool ActiveCase::another_schedule_differs(const ExploreRequest& request) {
  ExploreRequest others = request;
  others.exploration.schedules = kOtherSchedules;
  OtherOutcomeHandler handler(*failing_outcome_);
  explore_with(worker(), others, handler);
  return handler.found;
}

void ActiveCase::take_shortest(const ExploreRequest& request,
                               const HistoryHandler& history) {
  if (interleaving_.empty()) interleaving_ = history.interleaving;
  std::string token = history.schedule;
  for (const Finding& finding : history.findings) {
    const bool same = counting_ && finding.kind == counting_->kind;
    if (interleaving_.empty()) interleaving_ = finding.interleaving;
    // A wrong outcome is reported with an old value that led to it.
    const bool explains = !counting_ && is_about_order(check_.kind) &&
                          finding.kind == FindingKind(Verdict::stale_value);
    if (!same && !explains) continue;
    counting_ = finding;
    if (!finding.interleaving.empty()) interleaving_ = finding.interleaving;
    token = finding.schedule;
    break;
  }
  if (!counting_ && failing_outcome_ && !tell_race_beside(history.findings)) {
    for (Finding& of_another : notes_) of_another.interleaving.clear();
    tell_advice_beside(history.beside);
  }
  if (is_token(token)) run_.replay = schedule_string(module_, check_, request, token);
}

/// A race in the schedule of a wrong result most likely explains it, so its story is
/// told, and it comes first among the notes.  Returns whether there is one.
bool ActiveCase::tell_race_beside(const std::vector<Finding>& findings) {
  const auto race =
      std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.kind == FindingKind(Verdict::data_race) &&
               !finding.interleaving.empty();
      });
  if (race == findings.end() || races_aside) return false;
  std::erase_if(notes_, [&](const Finding& known) { return same_finding(known, *race); });
  notes_.insert(notes_.begin(), *race);
  interleaving_ = race->interleaving;
  return true;
}

/// If no race explains the wrong result, advice may: a read of memory that was never
/// written, or else threads that ended before a barrier.
void ActiveCase::tell_advice_beside(const std::vector<Finding>& advice) {
  if (advice.empty()) return;
  const auto read = std::find_if(advice.begin(), advice.end(), [](const Finding& one) {
    return one.kind == FindingKind(Advice::uninitialized_read);
  });
  const Finding& told = read == advice.end() ? advice.front() : *read;
  notes_.insert(notes_.begin(), told);
  if (interleaving_.empty()) interleaving_ = told.interleaving;
}

void ActiveCase::judge_fences() {
  if (counting_ || failing_outcome_ || fate_ || !run_.failures.empty()) return;
  for (const Finding& finding : fences_.findings()) {
    if (!counting_ && counts_for(check_.kind, std::get<Advice>(finding.kind)))
      counting_ = finding;
    else
      add_new(advice_, finding);
  }
  if (!counting_) return;
  // The finding is about all explorations, so the last one's parameters say nothing.
  run_.asked.clear();
  run_.context.clear();
  run_.passed_before = 0;
}

Verdict ActiveCase::verdict() const {
  Verdict worst = Verdict::passed;
  if (!run_.failures.empty()) worst = worse(worst, Verdict::wrong_result);
  if (counting_) worst = worse(worst, verdict_of(*counting_));
  if (fate_) worst = worse(worst, fate_->verdict);
  return worst;
}

/// Shows one schedule: any will do for a failed assertion about all schedules.
void ActiveCase::tell_one_execution() {
  ExploreRequest again = *explored_last_;
  again.exploration.schedules = 1;
  again.exploration.tell_data = true;
  HistoryHandler history;
  const auto acquired = pool_.acquire(executor_, module_.module);
  if (!std::holds_alternative<ReadyWorker*>(acquired)) return;
  explore_with(*std::get<ReadyWorker*>(acquired), again, history);
  if (uses_memory(history.interleaving)) interleaving_ = history.interleaving;
  uses_ = history.uses;
  run_.in_any_schedule = true;
}

CheckRun ActiveCase::finish(const LineFinder& lines) {
  judge_fences();
  run_.verdict = verdict();
  for (FailedAssertion& failure : run_.failures)
    failure.about = about_of(complaint_of(run_, failure));
  const bool is_of_all = run_.verdict == Verdict::wrong_result && !counting_ &&
                         !failing_outcome_ && run_.replay.empty();
  if (is_of_all && executor_ == ExecutorKind::sim && explored_last_ &&
      needs_story(run_.verdict))
    tell_one_execution();
  if (explored_ == 0 && devices_needed_ > 0 && skipped_.empty())
    skipped_ = too_few_devices();
  if (run_.verdict == Verdict::passed) say_skipped(run_, skipped_);
  if (fate_) run_.message = fate_->message;
  if (run_.verdict == Verdict::grader_error)
    // Without a fate, a finding has reported the crash.
    run_.if_again = fate_ ? fate_->if_again : Verdict::crashed;
  place(*this, Placer(lines, module_.module, submission_name_, kScenariosFile));
  run_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  return std::move(run_);
}

}  // namespace gridlock
