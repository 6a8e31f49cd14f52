// gridlock replay: runs one schedule again, step by step.
#include "checker/replay.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/commands/replay_debug.h"
#include "cli/subject.h"
#include "report/program_text.h"
#include "report/progress_line.h"

namespace gridlock {
namespace {

struct ReplayOptions {
  SubjectOptions subject;
  std::string schedule;
  bool debug = false;
};

int replay_command(ReplayOptions options, const Environment& outside) {
  if (options.debug) require_gdb();
  const RecordedSchedule kept = find_schedule(outside.state_dir, options.schedule);
  options.subject.use_submission_of(kept);
  const Environment env = options.subject.submission.environment(outside);
  const ScheduleString schedule = parse_schedule(kept.text);
  ProgressLine progress;
  progress.say("compiling and replaying ...");
  const Subject subject = subject_of(options.subject, schedule, env);
  const ReplayRecord record =
      replay(schedule, subject.module, subject.submission_name, subject.call, env.tools);
  progress.clear();

  const Look look = look_of_stdout();
  std::string title = subject.title;
  if (schedule.check != 0)
    title += "\n" + show_scenario(schedule.scenario, schedule.params);
  std::fputs(replay_text(look, title, record, subject.submission_name).c_str(), stdout);
  if (options.debug)
    debug_replay({schedule, record, subject.module.module, subject.call},
                 env.tools.workers);
  else if (!record.steps.empty())
    fmt::print("\nAdd --debug to this command to stop at these places in gdb.\n");
  if (record.fate && record.fate->verdict == Verdict::grader_error) return 3;
  return record.findings.empty() && !record.fate ? 0 : 1;
}

}  // namespace

void add_replay(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "replay", "Replay a schedule, step by step: LAB|FILE.cu SCHEDULE");
  const auto options = std::make_shared<ReplayOptions>();
  options->subject.add_target_to(*command);
  add_option(*command, "SCHEDULE", options->schedule,
             "The schedule, as check or run named it")
      ->required();
  options->subject.add_to(*command);
  command->add_flag("--debug", options->debug,
                    "Run it under gdb, which stops at the accesses");
  command->callback([options, &environment, &exit_code] {
    try {
      exit_code = replay_command(*options, environment);
    } catch (const BadScheduleString& error) {
      throw UsageError(error.what());
    }
  });
}

}  // namespace gridlock
