#include "checker/failure_story.h"

#include <algorithm>

#include "checker/exploration.h"
#include "checker/replay.h"
#include "checker/schedule_string.h"
#include "protocol/cause_facts.h"

namespace gridlock {
namespace {

/// Schedules that are tried to see whether a result depends on the schedule.
constexpr std::uint64_t kOtherSchedules = 30;

bool uses_memory(const std::vector<Access>& steps) {
  return std::ranges::any_of(steps, [](const Access& step) {
    return step.kind == StepKind::read || step.kind == StepKind::write ||
           step.kind == StepKind::atomic;
  });
}

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
  std::string schedule;
};

bool another_schedule_differs(const CaseState& state, const ExploreRequest& request,
                              ReadyWorker& worker) {
  ExploreRequest others = request;
  others.exploration.schedules = kOtherSchedules;
  OtherOutcomeHandler handler(*state.failing_outcome);
  explore_with(worker, others, handler);
  return handler.found;
}

/// Whether `read` found unwritten shared memory, and one of the racing threads made it at
/// a place outside of the race.  The value may have led the thread to the race.
bool may_have_led_to(const Finding& read, const Finding& race) {
  if (read.kind != FindingKind(Advice::uninitialized_read) || read.accesses.empty())
    return false;
  const Access& look = read.accesses.front();
  const auto any_end = [&](const auto& test) {
    return std::ranges::any_of(race.accesses, test);
  };
  return look.location.is_shared && any_end([&](const Access& end) {
           return !end.host && end.block == look.block && end.thread == look.thread;
         }) &&
         !any_end([&](const Access& end) { return end.pc == look.pc; });
}

/// Whether both racing accesses are the host's, such as a copy and the lab's read of the
/// copied memory.  Such a race explains nothing.
bool is_with_a_look(const Finding& race) {
  return !race.missing.empty() && race.missing.front().is<NothingOrdersThem>() &&
         std::ranges::all_of(race.accesses, &Access::host);
}

/// Whether host code reads one of the racing words by a volatile or atomic read, as a
/// lab's own code does to follow a submission's progress.
bool polls_in_host(const Finding& race) {
  return std::ranges::any_of(race.accesses, [](const Access& access) {
    return access.host && access.stream < 0 && access.kind == StepKind::read &&
           op_kind(access.op) != OpKind::read;
  });
}

/// Tells the story of a race in the schedule of a wrong result, since the race most
/// likely explains the result, and puts the race first among the notes.  Returns false,
/// and tells nothing, if there is no race, or if one of `advice` may have led to it.
bool tell_race_beside(CaseState& state, const std::vector<Finding>& findings,
                      const std::vector<Finding>& advice) {
  const auto first = [&](const auto& passes) {
    return std::ranges::find_if(findings, [&](const Finding& finding) {
      return finding.kind == FindingKind(Verdict::data_race) &&
             !finding.interleaving.empty() && !is_with_a_look(finding) && passes(finding);
    });
  };
  auto race = first([](const Finding& finding) { return !polls_in_host(finding); });
  if (race == findings.end()) race = first([](const Finding&) { return true; });
  if (race == findings.end() || std::ranges::any_of(advice, [&](const Finding& one) {
        return may_have_led_to(one, *race);
      }))
    return false;
  std::erase_if(state.notes,
                [&](const Finding& known) { return same_finding(known, *race); });
  state.notes.insert(state.notes.begin(), *race);
  state.interleaving = race->interleaving;
  return true;
}

/// For a wrong result that no race explains, tells the advice that may explain it: a read
/// of memory that was never written, or else threads that ended before a barrier.
void tell_advice_beside(CaseState& state, const std::vector<Finding>& advice) {
  if (advice.empty()) return;
  const auto read =
      std::ranges::find(advice, FindingKind(Advice::uninitialized_read), &Finding::kind);
  const Finding& told = read == advice.end() ? advice.front() : *read;
  state.notes.insert(state.notes.begin(), told);
  if (state.interleaving.empty()) state.interleaving = told.interleaving;
}

/// Whether the report is about this finding of the replay: it is of the kind that failed
/// the check, or an old value that led to a wrong outcome.
bool is_told(const FailedCase& failed, const Finding& finding) {
  if (const auto& counting = failed.state.counting) return finding.kind == counting->kind;
  return is_about_order(failed.check.kind) &&
         finding.kind == FindingKind(Verdict::stale_value);
}

void take_shortest(const FailedCase& failed, const ExploreRequest& request,
                   const HistoryHandler& history) {
  const auto& [state, check, module, races_aside] = failed;
  if (state.interleaving.empty()) state.interleaving = history.interleaving;
  if (state.message_suffices) state.notes.clear();
  std::string token = history.schedule;
  for (const Finding& finding : history.findings) {
    if (state.interleaving.empty()) state.interleaving = finding.interleaving;
    if (!is_told(failed, finding)) continue;
    state.counting = finding;
    if (!finding.interleaving.empty()) state.interleaving = finding.interleaving;
    token = finding.schedule;
    break;
  }
  if (!state.counting && state.failing_outcome &&
      (races_aside || state.message_suffices ||
       !tell_race_beside(state, history.findings, history.beside))) {
    for (Finding& of_another : state.notes) of_another.interleaving.clear();
    tell_advice_beside(state, history.beside);
  }
  if (is_token(token)) state.run.replay = schedule_string(module, check, request, token);
}

}  // namespace

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

bool same_finding(const Finding& a, const Finding& b) {
  return a.kind == b.kind && same_types(a.what, b.what) &&
         std::equal(
             a.accesses.begin(), a.accesses.end(), b.accesses.begin(), b.accesses.end(),
             [](const Access& one, const Access& other) { return one.pc == other.pc; });
}

bool is_told_beside(const Finding& finding) {
  return finding.kind == FindingKind(Advice::uninitialized_read) ||
         finding.kind == FindingKind(Advice::partial_barrier);
}

void tell_story(const FailedCase& failed, const ExploreRequest& request,
                const std::string& token, const std::function<ReadyWorker&()>& worker) {
  CaseState& state = failed.state;
  CheckRun& run = state.run;
  run.replay = schedule_string(failed.module, failed.check, request, token);
  ExploreRequest again = request;
  again.exploration.schedules = 1;
  again.exploration.replay = token;
  again.exploration.minimize = true;
  again.exploration.tell_data = !state.counting;
  if (!state.counting && !run.failures.empty())
    again.exploration.words = about_of(complaint_of(run, run.failures.front())).names;
  HistoryHandler history;
  explore_with(worker(), again, history);
  state.uses = history.uses;
  take_shortest(failed, request, history);
  if (run.in_any_schedule && state.failing_outcome && !state.counting)
    run.in_any_schedule = !another_schedule_differs(state, request, worker());
  // The host's calls explain little if every schedule gives a wrong result.
  const bool tells_race =
      !state.notes.empty() && !state.notes.front().interleaving.empty();
  if (!state.counting && run.in_any_schedule && !tells_race &&
      !uses_memory(state.interleaving))
    state.interleaving.clear();
}

void tell_one_execution(CaseState& state, ReadyWorker& worker) {
  ExploreRequest again = *state.explored_last;
  again.exploration.schedules = 1;
  again.exploration.tell_data = true;
  HistoryHandler history;
  explore_with(worker, again, history);
  if (uses_memory(history.interleaving)) state.interleaving = history.interleaving;
  state.uses = history.uses;
  state.run.in_any_schedule = true;
}

}  // namespace gridlock
