#include "checker/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "build/source/source_files.h"
#include "checker/doctest_case.h"
#include "checker/interrupt.h"
#include "checker/lab/skeleton.h"
#include "checker/parallel.h"
#include "checker/replay.h"
#include "common/files.h"
#include "common/text.h"
#include "wording/words.h"

namespace gridlock {
namespace {

using Clock = std::chrono::steady_clock;

bool runs_on(On on, ExecutorKind executor) {
  return on == On::both || (on == On::sim) == (executor == ExecutorKind::sim);
}

CheckRun skipped_run(ExecutorKind executor, Verdict verdict, std::string message) {
  CheckRun run;
  run.executor = executor;
  run.verdict = verdict;
  run.message = std::move(message);
  return run;
}

std::int64_t count_on_gpu(const std::vector<RegisteredCheck>& checks) {
  return std::ranges::count_if(checks, [](const RegisteredCheck& check) {
    return runs_on(check.on, ExecutorKind::gpu);
  });
}

/// CaseSettings::launches_ms for the next GPU check, if `checks_left` remain and the
/// lab's grading began `since` ago.
std::int64_t launches_ms(const CaseSettings& settings, std::chrono::milliseconds since,
                         std::int64_t checks_left) {
  if (settings.launches_ms == 0) return 0;
  const std::int64_t left = kLaunchesDoneMs - since.count();
  return std::clamp(left / std::max<std::int64_t>(1, checks_left), kLaunchesMsMin,
                    std::max(kLaunchesMsMin, settings.launches_ms));
}

void count_points(CheckResult& check) {
  bool ran = false;
  bool passed = true;
  for (const CheckRun& run : check.runs) {
    ran |= run.verdict != Verdict::skipped;
    passed &= !run.counts() || run.verdict == Verdict::passed;
  }
  // A check in which the grader failed stays in the maximum: otherwise a submission that
  // makes the grader fail could get rid of the checks that it cannot pass.
  check.max_points = ran ? check.worth : 0;
  check.points = ran && passed ? check.worth : 0;
  if (check.is_broken()) check.points.reset();
}

/// Drops the advice to leave out a fence, in each part that has a failing check: code
/// that does not work yet may need the fence once it is repaired.
void drop_hasty_advice(LabResult& result) {
  std::set<std::string> failing;
  for (const CheckResult& check : result.checks)
    if (check.points != check.max_points) failing.insert(check.part);
  for (CheckResult& check : result.checks) {
    if (!failing.contains(check.part)) continue;
    for (CheckRun& run : check.runs)
      std::erase_if(run.advice, [](const PlacedFinding& advice) {
        return advice.kind == name(Advice::redundant_fence);
      });
  }
}

/// The parts or functions that the student has not begun; nothing if that is unknown.
/// \param in parts_not_begun or functions_not_begun
template <class NotBegun>
auto not_begun(const NotBegun& in, const Lab& lab,
               const std::filesystem::path& submission) -> decltype(in("", "")) {
  constexpr std::size_t kBytesMax = 1 << 20;
  try {
    return in(original_skeleton(lab), read_file(submission, kBytesMax));
  } catch (const std::exception&) {
    return {};  // The build reports what is wrong with the file.
  }
}

CheckRun run_that_lacks_an_executor(const RegisteredCheck& check) {
  const bool needs_gpu = check.on == On::gpu;
  return skipped_run(needs_gpu ? ExecutorKind::gpu : ExecutorKind::sim, Verdict::skipped,
                     needs_gpu ? "it needs the GPU" : "it needs the simulator");
}

/// Why a person should look at the submission; `sim` is its module, if there is one.
std::vector<std::string> reasons_to_look(const ModuleBuild* sim,
                                         const std::vector<CheckResult>& checks) {
  std::vector<std::string> reasons;
  if (sim && sim->if_ours_builds)
    reasons.push_back("Nothing that the grader measured explains why it was not built: " +
                      sim->message);
  if (sim && sim->verdict == Verdict::passed) {
    const auto places = run_on_load(sim->module);
    if (!places.empty())
      reasons.push_back(
          fmt::format("It runs code when it is loaded, before any check: {}.",
                      fmt::join(places, ", ")));
  }
  for (const CheckResult& check : checks)
    for (const CheckRun& run : check.runs)
      if (run.if_again)
        reasons.push_back(
            fmt::format("Nothing that the grader measured explains how \"{}\" ended: {}",
                        check.title, run.message));
  for (const CheckResult& check : checks)
    for (const CheckRun& run : check.runs)
      if (run.is_implausible) {
        reasons.push_back(
            fmt::format("It claims {} schedules for \"{}\", more than the simulator can "
                        "run in that time.",
                        run.schedules, check.title));
        return reasons;  // One reason is enough.
      }
  return reasons;
}

class Grader {
 public:
  Grader(const GradeRequest& request, const GradeTools& tools, GradeListener& listener)
      : request_(request), tools_(tools), listener_(listener), pool_(tools.workers) {}

  GradeResult grade() {
    for (const Lab& lab : request_.labs)
      runs_left_ += static_cast<std::int64_t>(selected_checks(lab, request_.only).size());
    if (runs_left_ == 0) refuse_empty_selection();
    try {
      for (const Lab& lab : request_.labs) grade_lab(lab);
    } catch (const Interrupted&) {
      result_.interrupted = true;
      for (LabResult& lab : result_.labs)
        if (&lab == &result_.labs.back()) incomplete(lab, "it was interrupted");
    }
    return std::move(result_);
  }

 private:
  [[noreturn]] void refuse_empty_selection() const {
    if (request_.only.empty()) throw std::runtime_error("this lab has no checks");
    std::string known;
    for (const Lab& lab : request_.labs)
      for (const RegisteredCheck& check : checks_of(lab.id))
        known += fmt::format("\n  {}  {}", check.part, check.title);
    throw UsageError(fmt::format("No check has \"{}\" in its title.  There are:{}",
                                 request_.only, known));
  }

  static void incomplete(LabResult& lab, const std::string& why) {
    lab.incomplete = true;
    if (lab.incomplete_why.empty()) lab.incomplete_why = why;
  }

  LabResult& begin(const Lab& lab);
  void grade_lab(const Lab& lab);
  ModuleRequest module_of(const Lab& lab, const std::filesystem::path& submission,
                          ExecutorKind executor) const;
  const ModuleBuild& build(const Lab& lab, LabResult& result, ExecutorKind executor);
  /// Where processors are idle, nvcc runs while the module for the simulator is compiled,
  /// and leaves its module in the cache.
  std::optional<ParallelChecks> compile_ahead(const Lab& lab, const LabResult& result);
  /// If there are several checks, begins them on the simulator, several at once.
  /// Meanwhile checks run on a GPU, one after the other, with a processor of their own.
  std::optional<ParallelChecks> begin_checks(const Lab& lab,
                                             const std::vector<RegisteredCheck>& checks,
                                             const ModuleBuild* sim, bool may_use_gpu);
  /// The module for the GPU, compiled ahead or now; null if the GPU cannot run it.
  const ModuleBuild* module_on_gpu(const Lab& lab, LabResult& result,
                                   std::optional<ParallelChecks>& compiled_ahead);
  /// Whether the GPU works with this module; if not, the lab's gpu_note says why.
  bool wake_gpu(LabResult& result, const ModuleBuild& module);
  /// Whether the GPU works in a process that has loaded no code of a submission.
  bool gpu_works_alone();
  /// Completes a check that may have run on the simulator: runs it on the GPU if `gpu` is
  /// not null, and gives points.
  CheckResult judge(const Lab& lab, const LabResult& result, const RegisteredCheck& check,
                    std::optional<CheckRun> on_sim, const ModuleBuild* gpu);
  CheckRun run_check(const Lab& lab, const RegisteredCheck& check, ExecutorKind executor,
                     const ModuleBuild& module);
  /// Runs a check on the GPU.  \param on_sim its run on the simulator; may be null
  CheckRun run_on_gpu(const Lab& lab, const RegisteredCheck& check,
                      const ModuleBuild& module, const CheckRun* on_sim);
  /// Repeats a failure that nothing explains, with no other check running, and decides
  /// what was at fault.
  CheckRun settled(const Lab& lab, const RegisteredCheck& check,
                   const ModuleBuild& module, CheckRun first);
  /// Runs the checks one after the other, or takes their results on the simulator from
  /// `at_once`.  \param sim, gpu null if no check runs on that executor
  void run_checks(const Lab& lab, const std::vector<RegisteredCheck>& checks,
                  LabResult& result, const ModuleBuild* sim, const ModuleBuild* gpu,
                  ParallelChecks* at_once);
  /// Whether the grader also fails in this check on the lab's reference solution, or the
  /// lab has none.
  bool fails_of_reference(const Lab& lab, const RegisteredCheck& check,
                          ExecutorKind executor);
  CaseSettings settings_for_next_run(ExecutorKind executor);
  void explain_incompleteness(const Lab& lab, LabResult& result) const;

  const GradeRequest& request_;
  const GradeTools& tools_;
  GradeListener& listener_;
  WorkerPool pool_;
  GradeResult result_;
  Clock::time_point start_ = Clock::now();
  std::int64_t runs_left_ = 0;
  Clock::time_point lab_start_{};
  std::vector<FunctionToWrite> not_begun_;
  std::int64_t gpu_checks_left_ = 0;
  unsigned jobs_ = 1;           ///< Checks of this lab that run at once on the simulator.
  bool gpu_lost_ = false;       ///< A check of this lab left an unusable worker.
  bool after_failure_ = false;  ///< ActiveCase::began_after_failure of the last attempt.
};

ModuleRequest Grader::module_of(const Lab& lab, const std::filesystem::path& submission,
                                ExecutorKind executor) const {
  ModuleRequest wanted;
  wanted.executor = executor;
  wanted.submission = submission;
  wanted.scenarios = lab.scenarios();
  wanted.submission_name = lab.submission_name;
  wanted.reference = lab.solution();
  wanted.given = lab.given;
  wanted.include_dirs = {lab.folder};
  wanted.required = lab.required;
  wanted.box = tools_.workers.box;
  wanted.cache_dir = request_.cache_dir;
  return wanted;
}

const ModuleBuild& Grader::build(const Lab& lab, LabResult& result,
                                 ExecutorKind executor) {
  listener_.build_begins(executor);
  result.builds.push_back(
      {executor, tools_.build(module_of(lab, result.submission, executor))});
  stop_if_interrupted();
  listener_.build_ends(result.builds.back().build);
  return result.builds.back().build;
}

bool Grader::wake_gpu(LabResult& result, const ModuleBuild& module) {
  if (module.verdict == Verdict::skipped) result.gpu_note = module.message;
  if (module.verdict != Verdict::passed) return module.verdict != Verdict::skipped;
  auto acquired = pool_.acquire(ExecutorKind::gpu, module.module);
  if (std::holds_alternative<WorkerFate>(acquired))
    return true;  // The checks of this module will report this fate.
  const Hello hello = std::get<ReadyWorker*>(acquired)->hello;
  if (hello.unusable.empty()) {
    result.gpu_device = hello.description;
    return true;
  }
  const std::string why = no_device_works(hello.unusable);
  if (tools_.workers.box.is_for_strangers()) {
    pool_.discard(ExecutorKind::gpu, module.module);
    if (gpu_works_alone()) {
      pool_.refuse(
          ExecutorKind::gpu, module.module,
          {Verdict::crashed,
           fmt::format("The GPU works until this file is loaded; then there is {}.",
                       why)});
      return true;
    }
  }
  result.gpu_note = why;
  return false;
}

bool Grader::gpu_works_alone() {
  const auto folder = scenario_include_dir() / "gridlock/probe";
  ModuleRequest wanted;
  wanted.executor = ExecutorKind::gpu;
  wanted.submission = folder / "nothing.cu";
  wanted.submission_name = "nothing.cu";
  wanted.scenarios = folder / "scenarios.cu";
  wanted.box = tools_.workers.box;
  wanted.cache_dir = request_.cache_dir;
  const ModuleBuild built = tools_.build(wanted);
  if (built.verdict != Verdict::passed) return false;
  const auto acquired = pool_.acquire(ExecutorKind::gpu, built.module);
  const auto* const ready = std::get_if<ReadyWorker*>(&acquired);
  const bool works = ready && (*ready)->hello.unusable.empty();
  pool_.discard(ExecutorKind::gpu, built.module);
  return works;
}

LabResult& Grader::begin(const Lab& lab) {
  result_.labs.push_back({});
  LabResult& result = result_.labs.back();
  result.lab = lab.id;
  result.title = lab.title;
  result.submission = request_.submission(lab);
  const Box& box = tools_.workers.box;
  result.boxed = box.is_closed();
  if (!box.is_closed()) result.no_box = box.why_not();
  if (box.is_for_strangers()) result.tier = name(box.tier());
  result.builds.reserve(2);
  result.headers_note = changed_headers(lab, result.submission);
  result.not_begun = not_begun(parts_not_begun, lab, result.submission);
  not_begun_ = not_begun(functions_not_begun, lab, result.submission);
  listener_.lab_begins(lab, result);
  return result;
}

const ModuleBuild* Grader::module_on_gpu(const Lab& lab, LabResult& result,
                                         std::optional<ParallelChecks>& compiled_ahead) {
  if (compiled_ahead) compiled_ahead->result(0);
  const ModuleBuild& module = build(lab, result, ExecutorKind::gpu);
  return wake_gpu(result, module) ? &module : nullptr;
}

std::optional<ParallelChecks> Grader::compile_ahead(const Lab& lab,
                                                    const LabResult& result) {
  if (request_.sim == Use::no || checks_at_once() <= 2) return std::nullopt;
  return std::optional<ParallelChecks>(std::in_place, 1, 1, [&](std::size_t) {
    tools_.build(module_of(lab, result.submission, ExecutorKind::gpu));
    return CheckRun{};
  });
}

std::optional<ParallelChecks> Grader::begin_checks(
    const Lab& lab, const std::vector<RegisteredCheck>& checks, const ModuleBuild* sim,
    bool may_use_gpu) {
  const bool parallel =
      checks_at_once() > 1 && checks.size() > 1 && sim && sim->verdict == Verdict::passed;
  jobs_ = parallel ? checks_at_once() - (may_use_gpu ? 1 : 0) : 1;
  if (!parallel) return std::nullopt;
  return std::optional<ParallelChecks>(
      std::in_place, checks.size(), jobs_, [&](std::size_t index) {
        const RegisteredCheck& check = checks[index];
        return runs_on(check.on, ExecutorKind::sim)
                   ? run_check(lab, check, ExecutorKind::sim, *sim)
                   : CheckRun{};
      });
}

void Grader::grade_lab(const Lab& lab) {
  lab_start_ = Clock::now();
  const auto checks = selected_checks(lab, request_.only);
  if (checks.empty()) return;
  LabResult& result = begin(lab);
  gpu_lost_ = false;
  gpu_checks_left_ = count_on_gpu(checks);

  if (request_.gpu != Use::no) result.gpu_note = tools_.why_no_gpu();
  const bool may_use_gpu = request_.gpu != Use::no && result.gpu_note.empty();
  if (may_use_gpu) pool_.warm_up_gpu(lab.devices);
  std::optional<ParallelChecks> compiled_ahead =
      may_use_gpu ? compile_ahead(lab, result) : std::nullopt;
  const ModuleBuild* sim = nullptr;
  if (request_.sim != Use::no) sim = &build(lab, result, ExecutorKind::sim);
  std::optional<ParallelChecks> at_once = begin_checks(lab, checks, sim, may_use_gpu);
  // Code that does not compile for the simulator is not compiled for the GPU.
  const ModuleBuild* gpu = nullptr;
  if (may_use_gpu && (!sim || sim->verdict == Verdict::passed))
    gpu = module_on_gpu(lab, result, compiled_ahead);
  run_checks(lab, checks, result, sim, gpu, at_once ? &*at_once : nullptr);
  drop_hasty_advice(result);
  explain_incompleteness(lab, result);
  if (tools_.workers.box.is_for_strangers()) {
    result.look_at = reasons_to_look(sim, result.checks);
    if (!result.headers_note.empty()) result.look_at.push_back(result.headers_note);
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - lab_start_).count();
  listener_.lab_ends(result);
  pool_.clear();
}

void Grader::run_checks(const Lab& lab, const std::vector<RegisteredCheck>& checks,
                        LabResult& result, const ModuleBuild* sim, const ModuleBuild* gpu,
                        ParallelChecks* at_once) {
  for (std::size_t index = 0; index < checks.size(); ++index) {
    const RegisteredCheck& check = checks[index];
    listener_.check_begins(check, index + 1, checks.size());
    std::optional<CheckRun> run;
    if (sim && runs_on(check.on, ExecutorKind::sim)) {
      run = at_once ? at_once->result(index)
                    : run_check(lab, check, ExecutorKind::sim, *sim);
      if (run->if_again && at_once) at_once->wait();
      run = settled(lab, check, *sim, *std::move(run));
    }
    result.checks.push_back(judge(lab, result, check, std::move(run), gpu));
    listener_.check_ends(result, result.checks.back());
    --runs_left_;
  }
}

CheckResult Grader::judge(const Lab& lab, const LabResult& result,
                          const RegisteredCheck& check, std::optional<CheckRun> on_sim,
                          const ModuleBuild* gpu) {
  CheckResult checked{.part = check.part,
                      .title = check.title,
                      .sentence = {},
                      .kind = check.kind,
                      .worth = check.points,
                      .is_hidden = check.is_hidden(),
                      .runs = {}};
  if (on_sim) checked.runs.push_back(*std::move(on_sim));
  if (gpu && runs_on(check.on, ExecutorKind::gpu)) {
    const CheckRun* on_both = checked.runs.empty() ? nullptr : &checked.runs.front();
    checked.runs.push_back(run_on_gpu(lab, check, *gpu, on_both));
    --gpu_checks_left_;
  } else if (!result.gpu_note.empty() && runs_on(check.on, ExecutorKind::gpu) &&
             (request_.gpu == Use::yes || checked.runs.empty()))
    checked.runs.push_back(
        skipped_run(ExecutorKind::gpu, Verdict::skipped, result.gpu_note));
  if (checked.runs.empty()) checked.runs.push_back(run_that_lacks_an_executor(check));
  const CheckRun& deciding = checked.deciding_run();
  checked.sentence =
      sentence_for(lab.promises, check.title, deciding.verdict, complaints_of(deciding));
  const bool ran = !deciding.scenario.empty() && deciding.counts();
  if (ran && deciding.verdict != Verdict::passed)
    checked.function_not_begun =
        function_asked_for(not_begun_, check.title, complaints_of(deciding),
                           sentences_tested_by(check.title, lab.promises));
  count_points(checked);
  return checked;
}

CaseSettings Grader::settings_for_next_run(ExecutorKind executor) {
  CaseSettings settings = request_.settings;
  settings.launches_ms = launches_ms(
      settings,
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - lab_start_),
      gpu_checks_left_);
  if (request_.budget_ms > 0) {
    const auto used =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
    const std::int64_t left = request_.budget_ms - used.count();
    const std::int64_t jobs = executor == ExecutorKind::sim ? jobs_ : 1;
    settings.budget_ms =
        std::max<std::int64_t>(1, left * jobs / std::max<std::int64_t>(jobs, runs_left_));
  }
  return settings;
}

CheckRun Grader::run_check(const Lab& lab, const RegisteredCheck& check,
                           ExecutorKind executor, const ModuleBuild& module) {
  stop_if_interrupted();
  if (module.verdict != Verdict::passed)
    return skipped_run(executor, module.verdict, module.message);
  const CaseSettings settings = settings_for_next_run(executor);
  DoctestCase body(check);
  ActiveCase active(check, executor, module, lab.submission_name, pool_, settings, body);
  active.run();
  after_failure_ = active.began_after_failure();
  gpu_lost_ |= executor == ExecutorKind::gpu && active.has_lost_worker();
  CheckRun run = active.finish(tools_.lines);
  // The report shows the output of one schedule only.
  if (!run.printed.empty() && !run.replay.empty())
    run.printed =
        replay(parse_schedule(run.replay), module, lab.submission_name, {}, tools_)
            .printed;
  return run;
}

CheckRun Grader::settled(const Lab& lab, const RegisteredCheck& check,
                         const ModuleBuild& module, CheckRun first) {
  if (!first.if_again) return first;
  const ExecutorKind executor = first.executor;
  pool_.discard(executor, module.module);
  CheckRun run = run_check(lab, check, executor, module);
  if (!run.if_again || fails_of_reference(lab, check, executor)) return run;
  run.verdict = *run.if_again;
  run.message += "  A second process ended the same way; the lab's own file does not.";
  return run;
}

bool Grader::fails_of_reference(const Lab& lab, const RegisteredCheck& check,
                                ExecutorKind executor) {
  // A student's tree has only the skeleton, which fails checks but does not make the
  // grader fail.
  std::error_code error;
  const auto reference =
      std::filesystem::exists(lab.solution(), error) ? lab.solution() : lab.handed_out();
  if (!std::filesystem::exists(reference, error)) return true;
  const ModuleBuild built = tools_.build(module_of(lab, reference, executor));
  if (built.verdict != Verdict::passed) return true;
  const CheckRun run = run_check(lab, check, executor, built);
  pool_.discard(executor, built.module);
  return run.verdict == Verdict::grader_error;
}

CheckRun Grader::run_on_gpu(const Lab& lab, const RegisteredCheck& check,
                            const ModuleBuild& module, const CheckRun* on_sim) {
  // A hang and a new worker take seconds each, and neither shows anything new about a
  // check that has failed already.
  if (on_sim && is_stuck(on_sim->verdict))
    return skipped_run(ExecutorKind::gpu, Verdict::skipped,
                       "it hangs on the simulator; run it with --on gpu");
  if (gpu_lost_ && on_sim && on_sim->counts() && on_sim->verdict != Verdict::passed)
    return skipped_run(ExecutorKind::gpu, Verdict::skipped,
                       "an earlier check hung there or made the GPU unusable, and this "
                       "one fails on the simulator");
  CheckRun run =
      settled(lab, check, module, run_check(lab, check, ExecutorKind::gpu, module));
  const bool failed = run.counts() && run.verdict != Verdict::passed;
  const bool is_known = on_sim && on_sim->verdict != Verdict::passed;
  // An earlier failure may have changed the submission's variables.
  if (!failed || !after_failure_ || is_known) return run;
  pool_.renew(module.module);
  return settled(lab, check, module, run_check(lab, check, ExecutorKind::gpu, module));
}

void Grader::explain_incompleteness(const Lab& lab, LabResult& result) const {
  const auto all = checks_of(lab.id).size();
  if (result.checks.size() < all)
    incomplete(result,
               fmt::format("{} of {} checks were selected", result.checks.size(), all));
  if (request_.sim == Use::no)
    incomplete(result, "the simulator, which decides about ordering, did not run");
  for (const CheckResult& check : result.checks)
    for (const CheckRun& run : check.runs)
      if (run.verdict == Verdict::grader_error)
        incomplete(result, "the grader itself failed in a check: " + run.message);
}

}  // namespace

std::vector<RegisteredCheck> selected_checks(const Lab& lab, const std::string& only) {
  std::vector<RegisteredCheck> selected;
  for (const RegisteredCheck& check : checks_of(lab.id))
    if (only.empty() || check.part == only ||
        lower(check.title).find(lower(only)) != std::string::npos)
      selected.push_back(check);
  return selected;
}

GradeResult grade(const GradeRequest& request, const GradeTools& tools,
                  GradeListener& listener) {
  return Grader(request, tools, listener).grade();
}

}  // namespace gridlock
