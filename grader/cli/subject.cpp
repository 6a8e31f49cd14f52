#include "cli/subject.h"

#include <fmt/format.h>

#include "checker/interrupt.h"
#include "report/layout.h"

namespace gridlock {
namespace {

Subject program_subject(const SubjectOptions& options, const ScheduleString& schedule,
                        const Environment& env) {
  if (schedule.check != 0)
    throw UsageError(
        "This schedule belongs to a lab's check; give the lab instead of a file.");
  const ProgramRequest request = options.program_request(env);
  return {build_program(request, env.tools), request.file.filename().string(),
          options.target};
}

Subject lab_subject(const SubjectOptions& options, const ScheduleString& schedule,
                    const Environment& env) {
  if (schedule.check == 0)
    throw UsageError("This schedule belongs to a whole program; give its file.");
  if (!options.program.other_files.empty())
    throw UsageError(fmt::format("\"{}\" is one word too many for a lab.",
                                 options.program.other_files.front()));
  const auto labs = find_labs(env.root);
  const Lab& lab = find_lab(labs, options.target);
  const auto checks = checks_of(lab.id);
  if (static_cast<std::size_t>(schedule.check) > checks.size())
    throw BadScheduleString(
        fmt::format("{} has no check number {}.", lab.id, schedule.check));
  ModuleRequest wanted;
  wanted.submission = options.submission.file_for(lab);
  wanted.scenarios = lab.scenarios();
  wanted.submission_name = lab.submission_name;
  wanted.reference = lab.solution();
  wanted.given = lab.given;
  wanted.include_dirs = {lab.folder};
  wanted.required = lab.required;
  wanted.box = env.tools.workers.box;
  wanted.cache_dir = env.cache_dir();
  const RegisteredCheck& check = checks[static_cast<std::size_t>(schedule.check) - 1];
  return {env.tools.build(wanted), lab.submission_name,
          fmt::format("{}  {}", check.part, check.title)};
}

}  // namespace

void SubjectOptions::add_target_to(CLI::App& command) {
  add_option(command, "LAB|FILE.cu", target, "The lab, or the program")->required();
}

void SubjectOptions::add_to(CLI::App& command) {
  submission.add_to(command);
  program.add_to(command);
}

void SubjectOptions::use_submission_of(const RecordedSchedule& kept) {
  if (submission.is_own() && !kept.submission.empty()) submission.use(kept.submission);
}

Subject subject_of(const SubjectOptions& options, const ScheduleString& schedule,
                   const Environment& env) {
  Subject subject = options.is_program() ? program_subject(options, schedule, env)
                                         : lab_subject(options, schedule, env);
  stop_if_interrupted();
  if (subject.module.verdict != Verdict::passed)
    throw UsageError(fmt::format("It does not build, so there is nothing to replay:\n{}",
                                 one_line(subject.module.message)));
  if (options.is_program()) subject.call = options.program_request(env).call;
  return subject;
}

}  // namespace gridlock
