// gridlock replay: one execution again, step by step.
#include "checker/replay.h"

#include <fmt/format.h>

#include <cstdio>

#include "checker/interrupt.h"
#include "checker/program.h"
#include "cli/command.h"
#include "cli/replay_debug.h"
#include "cli/submission.h"
#include "report/program_text.h"

namespace gridlock {
namespace {

struct ReplayOptions {
  std::string target;  ///< A lab or a file.
  std::string schedule;
  SubmissionOptions submission;
  std::vector<std::string> include_dirs;
  std::vector<std::string> arguments;
  bool debug = false;
};

bool is_program(const std::string& target) { return target.ends_with(".cu"); }

/// What is replayed: a module and how to speak of it.
struct Subject {
  ModuleBuild module;
  std::string submission_name;
  std::string title;
};

Subject program_subject(const ReplayOptions& options, const ScheduleString& schedule,
                        const Environment& env) {
  if (schedule.check != 0)
    throw UsageError(
        "This schedule is of a lab's check; give the lab in place of a file.");
  std::error_code error;
  if (!std::filesystem::exists(options.target, error))
    throw UsageError(fmt::format("There is no file \"{}\".", options.target));
  ProgramRequest request;
  request.file = std::filesystem::absolute(options.target);
  for (const std::string& folder : options.include_dirs)
    request.include_dirs.push_back(std::filesystem::absolute(folder));
  request.cache_dir = env.cache_dir();
  return {build_program(request, env.tools), request.file.filename().string(),
          options.target};
}

Subject lab_subject(const ReplayOptions& options, const ScheduleString& schedule,
                    const Environment& env) {
  if (schedule.check == 0)
    throw UsageError("This schedule is of a whole program; give its file.");
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
  wanted.include_dirs = env.include_dirs();
  wanted.include_dirs.insert(wanted.include_dirs.begin(), lab.folder);
  wanted.required = lab.required;
  wanted.cache_dir = env.cache_dir();
  const RegisteredCheck& check = checks[static_cast<std::size_t>(schedule.check) - 1];
  return {env.tools.build(wanted), lab.submission_name,
          fmt::format("{}  {}", check.part, check.title)};
}

int replay_command(const ReplayOptions& options, const Environment& env) {
  if (options.debug) require_gdb();
  const ScheduleString schedule = parse_schedule(options.schedule);
  const Subject subject = is_program(options.target)
                              ? program_subject(options, schedule, env)
                              : lab_subject(options, schedule, env);
  stop_if_interrupted();
  if (subject.module.verdict != Verdict::passed)
    throw UsageError(fmt::format("It does not build, so there is nothing to replay:\n{}",
                                 one_line(subject.module.message)));
  std::vector<std::string> arguments{subject.submission_name};
  arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
  const ReplayRecord record =
      replay(schedule, subject.module, subject.submission_name, arguments, env.tools);

  const Look look = look_of_stdout();
  std::string title = subject.title;
  if (schedule.check != 0)
    title += "\n" + show_scenario(schedule.scenario, schedule.params);
  std::fputs(replay_text(look, title, record, subject.submission_name).c_str(), stdout);
  if (options.debug)
    debug_replay({schedule, record, subject.module.module, arguments}, env.tools.workers);
  else if (!record.steps.empty())
    fmt::print("\nIn gdb, stopped at these places: the same command with --debug.\n");
  if (record.fate && record.fate->verdict == Verdict::grader_error) return 3;
  return record.findings.empty() && !record.fate ? 0 : 1;
}

}  // namespace

void add_replay(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "replay", "A schedule again, step by step: LAB|FILE.cu SCHEDULE");
  const auto options = std::make_shared<ReplayOptions>();
  command->add_option("LAB|FILE.cu", options->target, "The lab, or the program")
      ->required()
      ->type_name("");
  command->add_option("SCHEDULE", options->schedule, "As check or run printed it")
      ->required()
      ->type_name("");
  options->submission.add_to(*command);
  command->add_flag("--debug", options->debug,
                    "Under gdb, which stops where the accesses happen");
  command->add_option("-I", options->include_dirs, "A folder with headers")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("ARGS", options->arguments, "After --: the program's arguments")
      ->type_name("");
  command->callback([options, &environment, &exit_code] {
    try {
      exit_code = replay_command(*options, environment);
    } catch (const BadScheduleString& error) {
      throw UsageError(error.what());
    }
  });
}

}  // namespace gridlock
