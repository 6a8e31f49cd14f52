#include "cli/trace/subjects.h"

#include <fmt/format.h>

#include "checker/interrupt.h"
#include "checker/replay.h"
#include "common/text.h"
#include "report/failure_text.h"
#include "report/layout.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// The first finding; in a strict check without findings, the advice that fails it.
/// Null if there is neither.
const PlacedFinding* finding_of(const ReplayRecord& record, CheckKind kind) {
  if (!record.findings.empty()) return &record.findings.front();
  if (kind != CheckKind::strict) return nullptr;
  for (const PlacedFinding& advice : record.advice)
    if (!advice.interleaving.empty()) return &advice;
  return nullptr;
}

/// Makes sure that there are steps to draw.
/// \throws UsageError with what went wrong, if there are none
void need_steps(const TraceSubject& subject) {
  if (!subject.steps.empty()) return;
  const auto& finding = subject.finding;
  throw UsageError(fmt::format("There are no steps to draw: {}: {}",
                               one_line(finding ? finding->kind : subject.verdict),
                               one_line(finding ? finding->message : subject.complaint)));
}

TraceSubject replayed(const TraceRequest& request, ScheduleString schedule,
                      const Environment& env, bool same_text = true) {
  const Subject subject = subject_of(request.subject, schedule, env);
  if (!same_text) schedule.source_hash = subject.module.source_hash;
  const ReplayRecord record = replay(schedule, subject.module, subject.submission_name,
                                     subject.call, env.tools, true);
  if (record.fate)
    throw UsageError(
        fmt::format("There is nothing to draw: it does not run to its end: {}",
                    one_line(record.fate->message)));
  TraceSubject drawn;
  drawn.title = request.subject.is_program()
                    ? fs::path(request.subject.target).filename().string()
                    : subject.title;
  drawn.main_file = subject.submission_name;
  drawn.steps = record.steps;
  if (const PlacedFinding* finding = finding_of(record, schedule.kind)) {
    drawn.finding = *finding;
    if (!finding->interleaving.empty()) drawn.steps = finding->interleaving;
  } else {
    drawn.note =
        shorten((request.subject.is_program() ? "It ended with " : "It returned ") +
                    one_line(record.returned),
                160);
    drawn.unjudged = true;
  }
  return drawn;
}

/// The file that the request names: the program, or the submission.
fs::path file_of(const TraceRequest& request, const Environment& env) {
  if (request.subject.is_program()) return request.subject.target;
  const auto labs = find_labs(env.root);
  return request.subject.submission.file_for(find_lab(labs, request.subject.target));
}

Drawn recorded(TraceRequest request, const Environment& env) {
  const RecordedSchedule kept = find_schedule(env.state_dir, request.schedule);
  request.subject.use_submission_of(kept);
  TraceSubject drawn = replayed(request, parse_schedule(kept.text), env);
  if (!drawn.finding && !kept.complaint.empty()) {
    drawn.complaint = kept.complaint;
    drawn.verdict = kept.verdict;
    drawn.about = kept.about;
    drawn.note.clear();
    drawn.unjudged = false;
  }
  need_steps(drawn);
  return {drawn, kept.text, file_of(request, env)};
}

/// The first execution, for when no execution fails.
Drawn first_of(const TraceRequest& request, const std::string& schedule,
               std::uint64_t explored, const Environment& env) {
  if (schedule.empty())
    throw UsageError("No execution came to its end, so there is nothing to draw.");
  TraceSubject drawn = replayed(request, parse_schedule(schedule), env);
  drawn.note =
      fmt::format("Nothing failed in {} {}; this is the first of them.",
                  with_commas(explored), explored == 1 ? "schedule" : "schedules");
  return {drawn, schedule, file_of(request, env)};
}

const CheckRun* sim_run(const GradeResult& result) {
  for (const LabResult& lab : result.labs)
    for (const CheckResult& check : lab.checks)
      for (const CheckRun& run : check.runs)
        if (run.executor == ExecutorKind::sim && run.verdict != Verdict::skipped)
          return &run;
  return nullptr;
}

Drawn failed(const CheckRun& run, const RegisteredCheck& check, const Lab& lab,
             const TraceRequest& request, const Environment& env) {
  TraceSubject drawn;
  drawn.title = fmt::format("{}  {}", check.part, check.title);
  drawn.main_file = lab.submission_name;
  drawn.steps = run.interleaving;
  drawn.finding = run.finding;
  if (!run.finding) {
    drawn.complaint = gist_of(run);
    drawn.about = about_of(run);
    drawn.verdict = name(run.verdict);
  }
  // The report on a wrong result omits some steps: get all of them from a replay.
  if (!run.finding && !run.replay.empty())
    drawn.steps = replayed(request, parse_schedule(run.replay), env).steps;
  need_steps(drawn);
  return {drawn, run.replay, file_of(request, env)};
}

/// Runs the checks one by one, as `check` does, up to the first that fails.
Drawn lab_drawn(const TraceRequest& request, const Environment& env) {
  const auto labs = find_labs(env.root);
  const Lab& lab = find_lab(labs, request.subject.target);
  const fs::path file = request.subject.submission.file_for(lab);
  std::string first;
  std::uint64_t explored = 0;
  for (const RegisteredCheck& check : selected_checks(lab, request.only)) {
    if (check.on == On::gpu) continue;
    const GradeResult result = graded(lab, file, check.title, env);
    const CheckRun* run = sim_run(result);
    if (!run) continue;
    if (run->verdict != Verdict::passed) return failed(*run, check, lab, request, env);
    explored += run->schedules;
    if (first.empty()) first = run->first;
  }
  if (explored == 0)
    throw UsageError(
        fmt::format("No check of {} for the simulator has \"{}\" in its title.", lab.id,
                    request.only));
  return first_of(request, first, explored, env);
}

Drawn program_drawn(const TraceRequest& request, const Environment& env) {
  ProgramRequest program = request.subject.program_request(env);
  program.device.devices = 2;  // `run` uses the same number.
  program.exploration.schedules = kProgramSchedulesDefault;
  const ProgramRecord record = run_program(program, env.tools);
  if (record.interrupted) throw Interrupted();
  if (record.verdict == Verdict::passed)
    return first_of(request, record.first, record.summary.schedules, env);
  TraceSubject drawn;
  drawn.title = drawn.main_file = program.file.filename().string();
  drawn.steps = record.interleaving;
  if (!record.findings.empty()) drawn.finding = record.findings.front();
  drawn.complaint = record.message;
  drawn.verdict = name(record.verdict);
  need_steps(drawn);
  return {drawn, record.replay, program.file};
}

}  // namespace

GradeResult graded(const Lab& lab, const fs::path& file, const std::string& only,
                   const Environment& env) {
  GradeRequest request;
  request.labs = {lab};
  request.submission = [&](const Lab&) { return file; };
  request.gpu = Use::no;
  request.only = only;
  request.cache_dir = env.cache_dir();
  GradeListener silent;
  GradeResult result = grade(request, env.tools, silent);
  if (result.interrupted) throw Interrupted();
  return result;
}

Drawn drawn(TraceRequest request, const Environment& env) {
  if (!request.schedule.empty()) return recorded(std::move(request), env);
  return request.subject.is_program() ? program_drawn(request, env)
                                      : lab_drawn(request, env);
}

Drawn drawn_again(const TraceRequest& request, const std::string& schedule,
                  const Environment& env) {
  try {
    return {replayed(request, parse_schedule(schedule), env, false), schedule,
            file_of(request, env)};
  } catch (const UsageError&) {
  } catch (const BadScheduleString&) {
  }
  return drawn(request, env);
}

}  // namespace gridlock
