#include "checker/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include <chrono>

#include "checker/exploration.h"
#include "checker/interrupt.h"
#include "checker/schedule_string.h"

namespace gridlock {
namespace {

constexpr std::size_t kFindingsMax = 32;
/// The most failures that are reported: many failures have few causes.
constexpr std::size_t kFailuresMax = 8;
/// After this many schedules in a row without a new failure, the exploration ends.
constexpr std::uint64_t kFurtherSchedules = 20;
/// The most outputs that are kept, to show the one that the advice mentions.
constexpr std::size_t kOutputsMax = 32;

void tell(const ProgramRequest& request, const ProgramProgress& progress) {
  if (request.progress) request.progress(progress);
}

/// Judges a program: it must neither break a rule nor exit with an error.
class ProgramHandler : public ExplorationHandler {
 public:
  explicit ProgramHandler(const ProgramRequest& request) : request_(request) {}

  void progress(std::uint64_t schedules) override {
    schedules_ = std::max(schedules_, schedules);
    tell(request_, {ProgramProgress::Stage::exploring, schedules_,
                    failures.size() + failed_result.has_value()});
  }

  bool finding(const Finding& finding) override {
    if (finding.is_advice()) {
      if (finding.kind == FindingKind(Advice::output_differs)) take_other(finding);
      if (advice.size() < kFindingsMax) advice.push_back(finding);
      return true;
    }
    failures.push_back(finding);
    return failures.size() < kFailuresMax;
  }

  bool program_result(const ProgramResult& result) override {
    if (!first) first = result;
    if (result.exit_code != 0) {
      failed_result = result;
      return false;
    }
    if (result.output != first->output && others_.size() < kOutputsMax)
      others_.push_back(result);
    return true;
  }

  /// Whether a race was found, even a suppressed one.
  bool found_race() const {
    return std::ranges::count(failures, FindingKind(Verdict::data_race), &Finding::kind) >
           0;
  }

  /// The number of ended schedules that is known; at least 1 if there is any result.
  std::uint64_t schedules() const {
    const bool anything = first || !failures.empty() || !advice.empty();
    return std::max<std::uint64_t>(schedules_, anything ? 1 : 0);
  }

  std::vector<Finding> failures;
  std::vector<Finding> advice;
  std::optional<ProgramResult> first;
  std::optional<ProgramResult> failed_result;
  std::optional<ProgramResult> other;  ///< A result whose output differs from the first.

 private:
  void take_other(const Finding& differs) {
    const auto found =
        std::ranges::find(others_, differs.schedule, &ProgramResult::schedule);
    if (found != others_.end()) other = *found;
  }
  const ProgramRequest& request_;
  std::uint64_t schedules_ = 0;
  std::vector<ProgramResult> others_;
};

class ProgramHistory : public ExplorationHandler {
 public:
  bool finding(const Finding& finding) override {
    if (finding.is_advice()) return true;
    if (steps.empty()) steps = finding.interleaving;
    if (finding.kind == FindingKind(Verdict::stale_value)) stale = finding;
    findings.push_back(finding);
    return findings.size() < kFindingsMax;
  }
  bool program_result(const ProgramResult& result) override {
    if (steps.empty()) steps = result.interleaving;
    schedule = result.schedule;
    output = result.output;
    return true;
  }
  std::vector<Access> steps;
  std::optional<Finding> stale;  ///< An old value that was read on the way.
  std::vector<Finding> findings;
  std::string schedule;
  std::string output;
};

std::string same_finding_key(const PlacedFinding& finding) {
  std::set<std::string> places;
  for (const PlacedAccess& access : finding.accesses)
    places.insert(fmt::format("{}:{}", access.place.file, access.place.line));
  return fmt::format("{} {}", finding.kind, fmt::join(places, " "));
}

RunRequest run_request(const ProgramRequest& request) {
  RunRequest run{request.call, request.exploration, request.device};
  run.exploration.exhaustive_max =
      std::min(kExhaustiveMax, 4 * run.exploration.schedules);
  run.exploration.strict = request.strict;
  run.exploration.further_schedules = kFurtherSchedules;
  if (!request.suppressions.empty()) {
    // A suppressed finding must not hide others.
    run.exploration.further_schedules = run.exploration.schedules;
    run.exploration.keep_consequences = true;
  }
  return run;
}

std::string schedule_string(const ProgramRequest& request, const ModuleBuild& module,
                            const std::string& token) {
  if (!is_token(token)) return {};
  ScheduleString schedule;
  schedule.source_hash = module.source_hash;
  schedule.scenario = "main";
  schedule.device = request.device;
  schedule.seed = request.exploration.seed;
  schedule.token = token;
  return format_schedule(schedule);
}

class ProgramRun {
 public:
  ProgramRun(const ProgramRequest& request, const ModuleBuild& module,
             const GradeTools& tools)
      : request_(request),
        module_(module),
        tools_(tools),
        pool_(tools.workers),
        handler_(request) {}

  /// The record.  The first attempt returns nullopt if something other than the program
  /// may have ended the worker; the second attempt blames the program.
  std::optional<ProgramRecord> attempt(bool is_second) {
    try {
      explore();
    } catch (const Interrupted&) {
      record_.interrupted = true;
      if (failures_.empty()) place_failures();
      if (record_.summary.schedules == 0) sum_up();
    }
    if (fate_ && fate_->is_unexplained()) {
      if (!is_second) return std::nullopt;
      fate_ = fate_->after_second_attempt();
    }
    fill_record();
    return std::move(record_);
  }

 private:
  void explore() {
    auto acquired = pool_.acquire(ExecutorKind::sim, module_.module);
    if (auto* fate = std::get_if<WorkerFate>(&acquired)) {
      fate_ = *fate;
      return;
    }
    ReadyWorker& worker = *std::get<ReadyWorker*>(acquired);
    tell(request_, {.stage = ProgramProgress::Stage::exploring});
    const ExplorationEnd end = run_with(worker, run_request(request_), handler_);
    if (end.summary) record_.summary = *end.summary;
    printed_ = worker.process.take_output();
    fate_ = end.fate;
    place_failures();
    look_at_failure();
  }

  /// Fills in a summary if the worker sent none because of an interruption.
  void sum_up() {
    record_.summary.schedules = handler_.schedules();
    record_.summary.seconds = static_cast<double>(milliseconds_passed()) / 1000;
    if (record_.summary.schedules > 0) return;
    record_.verdict = worse(record_.verdict, Verdict::skipped);
    record_.message =
        "It was interrupted before the first schedule ended, so nothing is known about the "
        "program.";
  }

  /// Keeps findings that differ in kind or lines and are not suppressed; the one that
  /// explains most comes first.
  void place_failures() {
    Placer placer = new_placer();
    for (const Finding& failure : handler_.failures) placer.expect(failure);
    std::set<std::string> keys;
    for (const Finding& failure : handler_.failures) {
      PlacedFinding placed = placer.place(failure);
      placed.replay = schedule_string(request_, module_, failure.schedule);
      if (!keys.insert(same_finding_key(placed)).second || is_suppressed(placed))
        continue;
      failures_.push_back(failure);
      record_.findings.push_back(std::move(placed));
    }
    std::size_t worst = 0;
    for (std::size_t i = 0; i < failures_.size(); ++i) {
      const Verdict before = record_.verdict;
      record_.verdict = worse(before, std::get<Verdict>(failures_[i].kind));
      if (record_.verdict != before) worst = i;
    }
    if (worst == 0) return;
    std::swap(failures_.front(), failures_[worst]);
    std::swap(record_.findings.front(), record_.findings[worst]);
  }

  /// Whether an entry of the user's file suppresses the finding.  If one does, records
  /// the entry and the finding.
  bool is_suppressed(const PlacedFinding& placed) {
    for (std::size_t i = 0; i < request_.suppressions.size(); ++i) {
      if (!request_.suppressions[i].matches(placed)) continue;
      used_.insert(i);
      record_.suppressed.push_back({placed, request_.suppressions[i].reason});
      return true;
    }
    return false;
  }

  Placer new_placer() const {
    return Placer(tools_.lines, module_.module, request_.file.filename().string(), "");
  }

  void look_at_failure() {
    const std::string token = !failures_.empty()       ? failures_.front().schedule
                              : handler_.failed_result ? handler_.failed_result->schedule
                                                       : "";
    if (!failures_.empty()) interleaving_ = failures_.front().interleaving;
    record_.replay = schedule_string(request_, module_, token);
    const bool takes_too_much =
        !failures_.empty() &&
        (failures_.front().kind == FindingKind(Verdict::timeout) ||
         failures_.front().kind == FindingKind(Verdict::out_of_memory));
    if (record_.replay.empty() || takes_too_much || !has_time_left()) return;
    auto acquired = pool_.acquire(ExecutorKind::sim, module_.module);
    auto* ready = std::get_if<ReadyWorker*>(&acquired);
    if (!ready) return;
    tell(request_, {.stage = ProgramProgress::Stage::reducing});
    RunRequest again = run_request(request_);
    again.exploration.schedules = 1;
    again.exploration.replay = token;
    again.exploration.minimize = true;
    if (again.exploration.budget_ms > 0)
      again.exploration.budget_ms -= milliseconds_passed();
    ProgramHistory history;
    run_with(**ready, again, history);
    take_shortest(history);
  }

  std::int64_t milliseconds_passed() const {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now() - start_).count();
  }
  bool has_time_left() const {
    const std::int64_t budget = request_.exploration.budget_ms;
    return budget == 0 || milliseconds_passed() < budget;
  }

  void take_shortest(const ProgramHistory& history) {
    std::string token = history.schedule;
    if (interleaving_.empty()) interleaving_ = history.steps;
    if (failures_.empty() && history.stale) take_failure(*history.stale);
    if (const Finding* shown = shown_again(history)) {
      take_failure(*shown);
      if (!shown->interleaving.empty()) interleaving_ = shown->interleaving;
      token = shown->schedule;
    }
    if (!history.output.empty() && !handler_.failed_result)
      failing_output_ = history.output;
    if (const auto replay = schedule_string(request_, module_, token); !replay.empty())
      record_.replay = replay;
    if (!record_.findings.empty()) record_.findings.front().replay = record_.replay;
  }

  /// The failure, as the reduced schedule shows it; null if that schedule does not.
  const Finding* shown_again(const ProgramHistory& history) const {
    if (failures_.empty()) return nullptr;
    const Finding& found = failures_.front();
    const auto has_pcs_of = [&](const Finding& other) {
      return std::equal(other.accesses.begin(), other.accesses.end(),
                        found.accesses.begin(), found.accesses.end(),
                        [](const Access& a, const Access& b) { return a.pc == b.pc; });
    };
    const Finding* shown = nullptr;
    for (const Finding& finding : history.findings)
      if (finding.kind == found.kind && (!shown || has_pcs_of(finding))) shown = &finding;
    return shown;
  }

  void take_failure(const Finding& finding) {
    Placer placer = new_placer();
    placer.expect(finding);
    PlacedFinding placed = placer.place(finding);
    if (failures_.empty()) {
      if (is_suppressed(placed)) return;
      failures_.push_back(finding);
      record_.findings.push_back(std::move(placed));
    } else {
      failures_.front() = finding;
      record_.findings.front() = std::move(placed);
    }
    record_.verdict = worse(record_.verdict, std::get<Verdict>(finding.kind));
  }

  void fill_record() {
    record_.built = true;
    record_.strict = request_.strict;
    record_.build_seconds = module_.seconds;
    record_.warnings = module_.warnings;
    if (handler_.first) {
      record_.exit_code = handler_.first->exit_code;
      record_.output = handler_.first->output;
      record_.printed_bytes = handler_.first->printed_bytes;
      record_.first = schedule_string(request_, module_, handler_.first->schedule);
    } else {
      record_.output = printed_;
    }
    if (handler_.other) {
      record_.other_output = handler_.other->output;
      record_.other_replay = schedule_string(request_, module_, handler_.other->schedule);
    }
    if (handler_.failed_result) {
      const ProgramResult& failed = *handler_.failed_result;
      record_.verdict = worse(record_.verdict, Verdict::wrong_result);
      record_.exit_code = failed.exit_code;
      record_.message =
          fmt::format("The program ended with exit code {}.", failed.exit_code);
      if (failed.schedule != handler_.first->schedule) failing_output_ = failed.output;
    }
    if (failing_output_ != record_.output) record_.failing_output = failing_output_;
    place_advice();
    if (record_.summary.schedules == 0 && record_.summary.cut_short) {
      record_.verdict = worse(record_.verdict, Verdict::timeout);
      record_.message = fmt::format(
          "No schedule of the program ended within the budget of {:g} s. Give it more "
          "time, or a smaller problem.",
          static_cast<double>(request_.exploration.budget_ms) / 1000);
    }
    if (fate_) {
      record_.verdict = worse(record_.verdict, fate_->verdict);
      record_.message = fate_->message;
    }
  }

  void place_advice() {
    Placer placer = new_placer();
    for (const Finding& advice : handler_.advice) placer.expect(advice);
    placer.expect(interleaving_);
    for (const Finding& advice : handler_.advice) {
      // If there is a race, the thread may have read before another thread wrote.
      if (advice.kind == FindingKind(Advice::uninitialized_read) &&
          (handler_.found_race() || handler_.other))
        continue;
      PlacedFinding placed = placer.place(advice);
      placed.replay = schedule_string(request_, module_, advice.schedule);
      if (!is_suppressed(placed)) record_.advice.push_back(std::move(placed));
    }
    record_.interleaving = placer.place(interleaving_);
    for (std::size_t i = 0; i < request_.suppressions.size(); ++i)
      if (!used_.count(i))
        record_.unused_suppressions.push_back(request_.suppressions[i]);
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const ProgramRequest& request_;
  const ModuleBuild& module_;
  const GradeTools& tools_;
  WorkerPool pool_;
  ProgramHandler handler_;
  std::vector<Finding> failures_;  ///< The causes of `record_.findings`.
  std::set<std::size_t> used_;     ///< Suppressions that matched something.
  std::optional<WorkerFate> fate_;
  std::vector<Access> interleaving_;
  std::string failing_output_;
  std::string printed_;
  ProgramRecord record_;
};

}  // namespace

ModuleBuild build_program(const ProgramRequest& request, const GradeTools& tools) {
  ModuleRequest wanted;
  wanted.submission = request.file;
  wanted.submission_name = request.file.filename().string();
  wanted.other_sources = request.other_files;
  wanted.include_dirs = request.include_dirs;
  wanted.definitions = request.definitions;
  wanted.legacy = request.legacy;
  wanted.cache_dir = request.cache_dir;
  return tools.build(wanted);
}

ProgramRecord run_program(const ProgramRequest& request, const GradeTools& tools) {
  tell(request, {});
  const ModuleBuild module = build_program(request, tools);
  stop_if_interrupted();
  if (module.verdict != Verdict::passed) {
    ProgramRecord record;
    record.verdict = module.verdict;
    record.message = module.message;
    record.build_seconds = module.seconds;
    return record;
  }
  if (auto record = ProgramRun(request, module, tools).attempt(false)) return *record;
  return *ProgramRun(request, module, tools).attempt(true);
}

}  // namespace gridlock
