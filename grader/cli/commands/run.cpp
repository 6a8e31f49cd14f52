// gridlock run: judges any CUDA program on the simulator.
#include <fmt/format.h>
#include <cstdint>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "checker/program.h"
#include "cli/command.h"
#include "cli/program_options.h"
#include "cli/recorded_schedules.h"
#include "cli/save.h"
#include "common/text.h"
#include "report/json.h"
#include "report/program_text.h"
#include "report/progress_line.h"
#include "report/sarif.h"

namespace gridlock {
namespace {

struct RunOptions {
  std::string file;
  ProgramOptions program;
  std::string json;
  std::string sarif;
  std::string suppressions;
  bool strict = false;
  DeviceModel device{.devices = 2};
  std::optional<std::uint64_t> schedules;
  std::uint64_t seed = 1;
  double budget_seconds = 0;
};

void add_options(CLI::App& command, RunOptions& options) {
  add_option(command, "FILE", options.file, "The .cu file, with a main function")
      ->required();
  options.program.add_to(command);
  add_option(command, "--json FILE", options.json, "Write the record (gridlock/run/v1)")
      ->check(why_no_file);
  add_option(command, "--sarif FILE", options.sarif, "Write the findings as SARIF 2.1.0")
      ->check(why_no_file);
  add_option(command, "--suppress FILE", options.suppressions,
             "Findings to ignore, each with a reason");
  command.add_flag("--strict", options.strict,
                   "Fail what breaks the letter of the rules, too");
  add_option(command, "--devices N", options.device.devices,
             "Modelled devices (default 2)")
      ->check(CLI::Range(1, 8));
  add_option(command, "--sms N", options.device.sms, "SMs per device (default 4)")
      ->check(CLI::Range(1, 1024));
  add_option(command, "--schedules N", options.schedules,
             "Schedules (default 500, or fewer of a program with much work)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  add_option(command, "--seed N", options.seed, "Seed for other schedules");
  add_option(command, "--budget SECONDS", options.budget_seconds,
             "Stop after about this time")
      ->check(CLI::PositiveNumber);
}

/// The line "12 schedules, 8 of 60 s: nothing found so far ..."
/// \param seconds of the exploration
std::string progress_text(const ProgramProgress& now, const ProgramRequest& request,
                          double seconds) {
  using Stage = ProgramProgress::Stage;
  if (now.stage == Stage::building) return "compiling for the simulator ...";
  if (now.stage == Stage::reducing)
    return "found a failure; looking for a shorter schedule that shows it ...";
  const std::string schedules = now.schedules == 0
                                    ? "the first schedule"
                                    : counted(now.schedules, "schedule", "schedules");
  const double budget = static_cast<double>(request.exploration.budget_ms) / 1000;
  const std::string of = budget > 0 ? fmt::format(" of {:g}", budget) : "";
  return fmt::format("{}, {:.0f}{} s: {} found so far ...", schedules, seconds, of,
                     now.findings == 0 ? "nothing" : "something");
}

int exit_code_of(const ProgramRecord& record) {
  if (record.interrupted) return 130;
  if (record.verdict == Verdict::grader_error) return 3;
  return record.verdict == Verdict::passed ? 0 : 1;
}

std::vector<Suppression> suppressions_of(const RunOptions& options) {
  if (options.suppressions.empty()) return {};
  try {
    return read_suppressions(options.suppressions);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

int run(const RunOptions& options, const Environment& env) {
  if (options.json == "-" && options.sarif == "-")
    throw UsageError("Only one of --json and --sarif can go to standard output.");
  ProgramRequest request = options.program.request(options.file, env);
  request.exploration.schedules = options.schedules.value_or(kProgramSchedulesDefault);
  if (!options.schedules) request.exploration.work_max = kProgramWorkDefault;
  request.exploration.seed = options.seed;
  request.exploration.budget_ms =
      static_cast<std::int64_t>(options.budget_seconds * 1000);
  request.device = options.device;
  request.strict = options.strict;
  request.suppressions = suppressions_of(options);
  ProgressLine line;
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> start;  // The exploration's start.
  request.progress = [&](const ProgramProgress& now) {
    if (!start && now.stage == ProgramProgress::Stage::exploring) start = Clock::now();
    const std::chrono::duration<double> passed =
        Clock::now() - start.value_or(Clock::now());
    line.say(progress_text(now, request, passed.count()));
  };
  const ProgramRecord record = run_program(request, env.tools);
  line.clear();

  const std::string text =
      program_text(look_of_stdout(), record, request.file.filename().string(),
                   shell_quoted(options.file),
                   options.program.options_text() + options.program.arguments_text(env));
  RecordedSchedule kept{record.replay, {}};
  if (record.findings.empty()) {
    kept.complaint = record.message;
    kept.verdict = name(record.verdict);
  }
  keep_schedule(env.state_dir, kept);
  for (const PlacedFinding& finding : record.findings)
    keep_schedule(env.state_dir, {finding.replay, {}});
  keep_schedule(env.state_dir, {record.other_replay, {}});
  const bool stdout_is_taken = options.json == "-" || options.sarif == "-";
  std::fputs(text.c_str(), stdout_is_taken ? stderr : stdout);
  if (!options.json.empty() &&
      !save_for_user(options.json, json_text(program_json(record))))
    return 3;
  const int exit_code = exit_code_of(record);
  if (!options.sarif.empty() &&
      !save_for_user(options.sarif,
                     json_text(sarif_json(record, options.file, exit_code))))
    return 3;
  return exit_code;
}

}  // namespace

void add_run(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "run", "Run a CUDA program under many schedules: FILE.cu... [-- ARGS]");
  const auto options = std::make_shared<RunOptions>();
  add_options(*command, *options);
  command->callback(
      [options, &environment, &exit_code] { exit_code = run(*options, environment); });
}

}  // namespace gridlock
