#include "checker/program.h"

#include <fmt/format.h>

#include <chrono>

#include "checker/exploration.h"
#include "checker/interrupt.h"
#include "checker/schedule_string.h"

namespace gridlock {
namespace {

constexpr std::size_t kFindingsMax = 32;

/// Judges a program: it must neither break a rule nor exit with an error.
class ProgramHandler : public ExplorationHandler {
 public:
  bool finding(const Finding& finding) override {
    if (finding.is_advice()) {
      if (advice.size() < kFindingsMax) advice.push_back(finding);
      return true;
    }
    failing = finding;
    return false;
  }

  bool program_result(const ProgramResult& result) override {
    if (!first) first = result;
    if (result.exit_code != 0) {
      failed_result = result;
      return false;
    }
    if (result.output != first->output && !other) other = result;
    return true;
  }

  std::optional<Finding> failing;
  std::vector<Finding> advice;
  std::optional<ProgramResult> first;
  std::optional<ProgramResult> failed_result;
  std::optional<ProgramResult> other;  ///< With another output than the first.
};

/// Collects the history of one replayed schedule.
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
  std::string schedule;  ///< Of the result.
  std::string output;
};

RunRequest run_request(const ProgramRequest& request) {
  RunRequest run{{request.file.filename().string()}, request.exploration, request.device};
  run.exploration.exhaustive_max =
      std::min(kExhaustiveMax, 4 * run.exploration.schedules);
  run.arguments.insert(run.arguments.end(), request.arguments.begin(),
                       request.arguments.end());
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

/// One exploration of a program that was built.
class ProgramRun {
 public:
  ProgramRun(const ProgramRequest& request, const ModuleBuild& module,
             const GradeTools& tools)
      : request_(request), module_(module), tools_(tools), pool_(tools.workers) {}

  /// Nothing if something else may have ended the worker.  The second attempt blames the
  /// program for that.
  std::optional<ProgramRecord> attempt(bool is_second) {
    try {
      explore();
    } catch (const Interrupted&) {
      record_.interrupted = true;
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
    const ExplorationEnd end = run_with(worker, run_request(request_), handler_);
    if (end.summary) record_.summary = *end.summary;
    printed_ = worker.process.take_output();
    fate_ = end.fate;
    look_at_failure();
  }

  /// Reduces the failing schedule and replays it for its history.
  void look_at_failure() {
    const std::string token = handler_.failing         ? handler_.failing->schedule
                              : handler_.failed_result ? handler_.failed_result->schedule
                                                       : "";
    if (handler_.failing) interleaving_ = handler_.failing->interleaving;
    record_.replay = schedule_string(request_, module_, token);
    if (record_.replay.empty() || !has_time_left()) return;
    auto acquired = pool_.acquire(ExecutorKind::sim, module_.module);
    auto* ready = std::get_if<ReadyWorker*>(&acquired);
    if (!ready) return;
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

  /// Replaces the schedule that was found first by the reduced one.
  void take_shortest(const ProgramHistory& history) {
    std::string token = history.schedule;
    if (interleaving_.empty()) interleaving_ = history.steps;
    if (handler_.failed_result && history.stale) handler_.failing = history.stale;
    for (const Finding& finding : history.findings) {
      if (!handler_.failing || finding.kind != handler_.failing->kind) continue;
      handler_.failing = finding;
      if (!finding.interleaving.empty()) interleaving_ = finding.interleaving;
      token = finding.schedule;
      break;
    }
    if (!history.output.empty() && !handler_.failed_result)
      failing_output_ = history.output;
    if (const auto replay = schedule_string(request_, module_, token); !replay.empty())
      record_.replay = replay;
  }

  void fill_record() {
    record_.built = true;
    record_.build_seconds = module_.seconds;
    if (handler_.first) {
      record_.exit_code = handler_.first->exit_code;
      record_.output = handler_.first->output;
      record_.first = schedule_string(request_, module_, handler_.first->schedule);
    } else {
      record_.output = printed_;
    }
    if (handler_.other) {
      record_.other_output = handler_.other->output;
      record_.other_replay = schedule_string(request_, module_, handler_.other->schedule);
      add_output_advice();
    }
    if (handler_.failed_result) {
      const ProgramResult& failed = *handler_.failed_result;
      record_.verdict = Verdict::wrong_result;
      record_.exit_code = failed.exit_code;
      record_.message =
          fmt::format("The program ended with exit code {}.", failed.exit_code);
      if (failed.schedule != handler_.first->schedule) failing_output_ = failed.output;
    }
    if (failing_output_ != record_.output) record_.failing_output = failing_output_;
    place_findings();
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

  void add_output_advice() {
    Finding finding;
    finding.kind = Advice::output_differs;
    finding.what = {OutputDiffers{}};
    handler_.advice.push_back(finding);
  }

  void place_findings() {
    Placer placer(tools_.lines, module_.module, request_.file.filename().string(), "");
    if (handler_.failing) placer.expect(*handler_.failing);
    for (const Finding& advice : handler_.advice) placer.expect(advice);
    placer.expect(interleaving_);
    if (handler_.failing) {
      record_.findings.push_back(placer.place(*handler_.failing));
      record_.verdict = worse(record_.verdict, std::get<Verdict>(handler_.failing->kind));
    }
    for (const Finding& advice : handler_.advice)
      record_.advice.push_back(placer.place(advice));
    record_.interleaving = placer.place(interleaving_);
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const ProgramRequest& request_;
  const ModuleBuild& module_;
  const GradeTools& tools_;
  WorkerPool pool_;
  ProgramHandler handler_;
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
