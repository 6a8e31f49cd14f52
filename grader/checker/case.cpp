#include "checker/case.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "checker/exploration.h"
#include "checker/interrupt.h"
#include "checker/lab/labs.h"
#include "checker/replay.h"
#include "checker/schedule_string.h"
#include "scenario/include/gridlock/module_abi.h"
#include "wording/words.h"

namespace gridlock {
namespace {

using Clock = std::chrono::steady_clock;

/// On the GPU an exploration is cut short after this time: launches that end late are
/// slow, not wrong.  The silence limit ends a launch that hangs.
constexpr std::int64_t kGpuBudgetMs = 6000;

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

/// If the failing case failed after n schedules, another case counts as passing only
/// after this many times n.
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

void add_new(std::vector<Finding>& findings, const Finding& finding) {
  if (findings.size() < kNotesMax &&
      std::ranges::none_of(
          findings, [&](const Finding& known) { return same_finding(known, finding); }))
    findings.push_back(finding);
}

std::vector<RacePlaces> places_of_races(const std::vector<Finding>& findings) {
  std::vector<RacePlaces> places;
  for (const Finding& finding : findings)
    if (finding.kind == FindingKind(Verdict::data_race) && finding.accesses.size() == 2)
      places.push_back({finding.accesses.front().pc, finding.accesses.back().pc});
  return places;
}

bool is_endless_loop(const std::optional<Finding>& finding) {
  return finding && std::ranges::any_of(finding->what, [](const Cause& cause) {
           return cause.is<LoopWithoutReads>();
         });
}

/// Notes in the remedy of a race that the race's schedule gave a wrong result.
void note_failure(Cause& remedy) {
  if (auto* write = remedy.get_if<WriteStrongly>()) write->failed = true;
  if (auto* read = remedy.get_if<ReadStrongly>()) read->failed = true;
}

void place(CaseState& state, Placer placer) {
  CheckRun& run = state.run;
  if (state.counting) placer.expect(*state.counting);
  for (const auto* findings : {&state.notes, &state.advice})
    for (const Finding& finding : *findings) placer.expect(finding);
  placer.expect(state.interleaving);
  placer.expect(state.uses);

  if (state.counting) run.finding = placer.place(*state.counting);
  if (run.finding) run.finding->replay = run.replay;
  for (Finding finding : state.notes) {  // They are told beside a failed assertion.
    for (Cause& remedy : finding.remedy) note_failure(remedy);
    run.notes.push_back(placer.place(finding));
  }
  for (const Finding& finding : state.advice) run.advice.push_back(placer.place(finding));
  run.interleaving = placer.place(state.interleaving);
  run.uses = placer.place(state.uses);
}

}  // namespace

class JudgingHandler : public ExplorationHandler {
 public:
  JudgingHandler(CaseState& state, CheckKind kind, bool races_aside,
                 const check::Judge& judge)
      : state_(state), kind_(kind), races_aside_(races_aside), judge_(judge) {}

  bool outcome(const Outcome& outcome) override {
    outcomes.push_back(outcome);
    if (!judge_) return true;
    const std::size_t before = state_.run.failures.size();
    try {
      judge_(check::Outcome(outcome));
    } catch (...) {
      if (state_.run.failures.size() > before) state_.failing_outcome = outcome;
      throw;
    }
    if (state_.run.failures.size() == before) return true;
    state_.failing_outcome = outcome;
    return false;
  }

  bool finding(const Finding& finding) override {
    if (const Advice* advice = std::get_if<Advice>(&finding.kind)) {
      if (is_told_beside(finding)) return true;
      if (counts_for(kind_, *advice)) {
        state_.counting = finding;
        return false;
      }
      add_new(state_.advice, finding);
      return true;
    }
    const Verdict verdict = verdict_of(finding);
    // An old value alone fails no check: only a wrong outcome does; see tell_story().
    if (verdict != Verdict::stale_value && counts_for(kind_, verdict)) {
      state_.counting = finding;
      return false;
    }
    if (!races_aside_) add_new(state_.notes, finding);
    return true;
  }

  std::vector<Outcome> outcomes;

 private:
  CaseState& state_;
  CheckKind kind_;
  bool races_aside_;
  const check::Judge& judge_;
};

/// Notes whether the devices have settled, and have memory.
class SettleHandler : public ExplorationHandler {
 public:
  bool outcome(const Outcome& outcome) override {
    const auto roomy = outcome.outputs.find("roomy");
    settled =
        roomy != outcome.outputs.end() && !roomy->second.empty() &&
        std::ranges::all_of(roomy->second, [](std::int64_t one) { return one == 1; });
    return true;
  }
  bool finding(const Finding&) override {
    failed = true;
    return false;
  }

  bool settled = false;
  bool failed = false;
};

/// Lets a worker in which something failed wait until up to `devices` devices have
/// settled.  Returns whether the worker can be used again; if not, it may be gone.
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
  state_.run.executor = executor;
}

void ActiveCase::assertion_failed(FailedAssertion failure) {
  state_.run.failures.push_back(std::move(failure));
}

void ActiveCase::check_is_broken(const std::string& what) {
  if (state_.fate) return;
  state_.fate = {Verdict::grader_error, "The check itself failed: " + what,
                 Verdict::protocol_error};
}

std::int64_t ActiveCase::launching_left_ms() const {
  if (settings_.launches_ms == 0) return kGpuBudgetMs;
  // The first of several explorations must not take all the time.
  return std::clamp<std::int64_t>(
      settings_.launches_ms - static_cast<std::int64_t>(state_.launching * 1000), 1,
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
    state_.leaving = true;
    throw;
  } catch (const Interrupted&) {
    state_.leaving = true;
    throw;
  }
}

check::Explored ActiveCase::explore_and_judge(const ExploreRequest& request,
                                              const check::Judge& judge) {
  if (left_out(request.device)) return {};
  state_.run.scenario = request.scenario;
  state_.run.params = request.params;
  ++state_.explored;
  JudgingHandler handler(state_, check_.kind, races_aside, judge);
  ReadyWorker& ready = worker();
  if (!after_failure_) after_failure_ = ready.has_failed;
  ExploreRequest asked = request;
  if (!asked.exploration.stop_on_race)
    asked.exploration.told = places_of_races(state_.notes);
  const ExplorationEnd end = explore_with(ready, asked, handler);
  state_.run.printed += ready.process.take_output();
  remember_first(request, handler.outcomes);
  if (end.summary) take_summary(*end.summary, end.seconds);
  if (end.fate) fail(*end.fate);
  record_context(end);
  if (state_.has_failed()) record_failure(ready, request, end);
  if (end.thrown) std::rethrow_exception(end.thrown);
  if (end.fate || state_.has_failed()) throw CaseEnded{};
  if (end.summary->worker_spent) lose_worker();
  return check::Explored(std::move(handler.outcomes), *end.summary);
}

void ActiveCase::remember_first(const ExploreRequest& request,
                                const std::vector<Outcome>& outcomes) {
  if (outcomes.empty() || !is_token(outcomes.front().schedule)) return;
  const std::string& first = outcomes.front().schedule;
  if (state_.run.first.empty())
    state_.run.first = schedule_string(module_, check_, request, first);
  state_.explored_last = request;
  state_.explored_last->exploration.replay = first;
}

void ActiveCase::record_context(const ExplorationEnd& end) {
  state_.run.context = body_.infos();  // Also for assertions about all outcomes.
  state_.run.passed_before = state_.explored - 1;
  if (state_.has_failed()) state_.run.schedules_to_finding = state_.run.schedules;
  if (!end.summary) return;
  const std::uint64_t schedules = end.summary->schedules;
  if (end.fate || state_.has_failed())
    state_.run.passes_with = what_passes(state_.run.context, schedules, passed_);
  else if (rehearsing_)
    rehearsed_.push_back({state_.run.context, schedules, end.summary->exhaustive,
                          end.summary->accesses / std::max<std::uint64_t>(1, schedules)});
}

void ActiveCase::record_failure(ReadyWorker& ready, const ExploreRequest& request,
                                const ExplorationEnd& end) {
  const bool endless = is_endless_loop(state_.counting);
  if (trying_ && !endless) return end_or_keep(ready, request, end);
  state_.run.in_any_schedule = end.summary && end.summary->schedules == 1;
  if (endless) {
    if (is_token(state_.counting->schedule))
      state_.run.replay =
          schedule_string(module_, check_, request, state_.counting->schedule);
    return end_or_keep(ready, request, end);
  }
  if (state_.failing_outcome)
    state_.run.returned = show_outputs(state_.failing_outcome->outputs);
  const std::string token = state_.counting          ? state_.counting->schedule
                            : state_.failing_outcome ? state_.failing_outcome->schedule
                                                     : "";
  if (state_.counting && needs_story(verdict()))
    state_.interleaving = state_.counting->interleaving;
  if (!is_token(token) || !needs_story(verdict()))
    return end_or_keep(ready, request, end);
  tell_story({state_, check_, module_, races_aside}, request, token,
             [this]() -> ReadyWorker& { return worker(); });
  pool_.discard(executor_, module_.module);
}

bool ActiveCase::needs_story(Verdict verdict) const {
  return settings_.stories || verdict == Verdict::data_race ||
         verdict == Verdict::stale_value ||
         (verdict == Verdict::wrong_result && is_about_order(check_.kind));
}

Verdict ActiveCase::attempt(const std::function<void()>& part) {
  const CaseState before = state_;
  trying_ = true;
  try {
    body_.run_part(part);
  } catch (const CaseEnded&) {
  }
  trying_ = false;
  const Verdict result = verdict();
  if (state_.fate || !state_.skipped.empty()) leave();
  if (result != Verdict::passed) failed_ = std::exchange(state_, before);
  return result;
}

bool ActiveCase::attempted_endless_loop() const {
  return is_endless_loop(failed_.counting);
}

void ActiveCase::end_as_attempted() {
  state_ = std::move(failed_);
  leave();
}

Verdict ActiveCase::rehearse(const std::function<void()>& part) {
  const CaseState before = state_;
  // A patient rehearsal would take minutes.
  const bool was_patient = std::exchange(patient, false);
  rehearsed_.clear();
  rehearsing_ = true;
  const Verdict result = attempt(part);
  rehearsing_ = false;
  patient = was_patient;
  state_ = before;
  return result;
}

void ActiveCase::leave() {
  state_.leaving = true;
  throw CaseEnded{};
}

bool ActiveCase::left_out(const DeviceModel& device) {
  if (executor_ != ExecutorKind::gpu || device.devices <= 1) return false;
  const int present = worker().hello.devices;
  if (device.devices <= present) return false;
  state_.devices_present = present;
  if (state_.devices_needed == 0 || device.devices < state_.devices_needed)
    state_.devices_needed = device.devices;
  return true;
}

std::string ActiveCase::too_few_devices() const {
  return fmt::format("it needs {} GPUs, and this machine has {}", state_.devices_needed,
                     state_.devices_present);
}

void ActiveCase::skip(const std::string& why) {
  if (executor_ != ExecutorKind::gpu)
    check_is_broken("it wants to be skipped on the simulator");
  if (state_.skipped.empty()) state_.skipped = why;
  leave();
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
  state_.run.is_implausible |=
      executor_ == ExecutorKind::sim && is_implausible(summary, seconds);
  // The check was exhaustive if all its explorations were.
  state_.run.exhaustive =
      summary.exhaustive && (state_.run.exhaustive || state_.run.schedules == 0);
  state_.run.schedules += summary.schedules;
  if (executor_ == ExecutorKind::gpu) state_.launching += summary.seconds;
  state_.run.accesses += summary.accesses;
  state_.run.cut_short |= summary.cut_short;
  state_.fences.add(summary.fences);
}

void ActiveCase::fail(const WorkerFate& fate) {
  state_.fate = fate;
  if (executor_ == ExecutorKind::gpu && fate.verdict == Verdict::timeout)
    state_.fate->message =
        "The kernel hangs: no launch ended for seconds.  It was ended.";
  lose_worker();
}

void ActiveCase::lose_worker() {
  lost_worker_ = true;
  pool_.discard(executor_, module_.module);
}

/// Ends the worker in which something failed, but on a GPU keeps it if it can be used
/// again: a new CUDA context takes a second.
void ActiveCase::end_or_keep(ReadyWorker& ready, const ExploreRequest& request,
                             const ExplorationEnd& end) {
  if (executor_ == ExecutorKind::gpu && end.summary && !end.summary->worker_spent &&
      settles(ready, request.device.devices))
    ready.has_failed = true;
  else
    lose_worker();
}

void ActiveCase::judge_fences() {
  if (state_.has_failed() || state_.fate || !state_.run.failures.empty()) return;
  for (const Finding& finding : state_.fences.findings()) {
    if (!state_.counting && counts_for(check_.kind, std::get<Advice>(finding.kind)))
      state_.counting = finding;
    else
      add_new(state_.advice, finding);
  }
  if (!state_.counting) return;
  // The finding is about all explorations, so the last one's parameters say nothing.
  state_.run.scenario.clear();
  state_.run.params.clear();
  state_.run.context.clear();
  state_.run.passed_before = 0;
}

Verdict ActiveCase::verdict() const {
  Verdict worst = Verdict::passed;
  if (!state_.run.failures.empty()) worst = worse(worst, Verdict::wrong_result);
  if (state_.counting) worst = worse(worst, verdict_of(*state_.counting));
  if (state_.fate) worst = worse(worst, state_.fate->verdict);
  return worst;
}

void ActiveCase::tell_last_execution() {
  const bool is_of_all = state_.run.verdict == Verdict::wrong_result &&
                         !state_.has_failed() && state_.run.replay.empty();
  if (!is_of_all || executor_ != ExecutorKind::sim || !state_.explored_last ||
      !needs_story(state_.run.verdict))
    return;
  const auto acquired = pool_.acquire(executor_, module_.module);
  if (auto* ready = std::get_if<ReadyWorker*>(&acquired))
    tell_one_execution(state_, **ready);
}

CheckRun ActiveCase::finish(const LineFinder& lines) {
  judge_fences();
  state_.run.verdict = verdict();
  for (FailedAssertion& failure : state_.run.failures)
    failure.about = about_of(complaint_of(state_.run, failure));
  tell_last_execution();
  if (state_.explored == 0 && state_.devices_needed > 0 && state_.skipped.empty())
    state_.skipped = too_few_devices();
  if (state_.run.verdict == Verdict::passed && !state_.skipped.empty()) {
    state_.run.verdict = Verdict::skipped;
    state_.run.message = state_.skipped;
  }
  if (state_.fate) state_.run.message = state_.fate->message;
  if (state_.run.verdict == Verdict::grader_error)
    // Without a fate, a finding has reported the crash.
    state_.run.if_again = state_.fate ? state_.fate->if_again : Verdict::crashed;
  place(state_, Placer(lines, module_.module, submission_name_, kScenariosFile));
  state_.run.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  return std::move(state_.run);
}

}  // namespace gridlock
