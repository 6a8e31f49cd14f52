// gridlock run: any CUDA program on the simulator.
#include <fmt/format.h>
#include <cstdint>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "checker/program.h"
#include "cli/command.h"
#include "cli/recorded_schedules.h"
#include "cli/save.h"
#include "report/failure_text.h"
#include "report/json.h"
#include "report/program_text.h"

namespace gridlock {
namespace {

struct RunOptions {
  std::string file;
  std::vector<std::string> arguments;
  std::vector<std::string> include_dirs;
  std::string json;
  DeviceModel device{.devices = 2};
  std::uint64_t schedules = kProgramSchedulesDefault;
  std::uint64_t seed = 1;
  double budget_seconds = 0;
};

void add_options(CLI::App& command, RunOptions& options) {
  command.add_option("FILE", options.file, "The .cu file, with a main function")
      ->required()
      ->type_name("");
  command.add_option("ARGS", options.arguments, "After --: the program's arguments")
      ->type_name("");
  command.add_option("-I", options.include_dirs, "A folder with headers")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->take_all();
  command.add_option("--json", options.json, "Write the record (gridlock/run/v1)")
      ->type_name("FILE");
  command.add_option("--devices", options.device.devices, "Modelled devices (default 2)")
      ->type_name("N")
      ->check(CLI::Range(1, 8));
  command.add_option("--sms", options.device.sms, "SMs per device (default 4)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command.add_option("--schedules", options.schedules, "Schedules (default 500)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  command.add_option("--seed", options.seed, "Seed for other schedules")->type_name("N");
  command.add_option("--budget", options.budget_seconds, "Stop after about this time")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
}

int exit_code_of(const ProgramRecord& record) {
  if (record.interrupted) return 130;
  if (record.verdict == Verdict::grader_error) return 3;
  return record.verdict == Verdict::passed ? 0 : 1;
}

int run(const RunOptions& options, const Environment& env) {
  std::error_code error;
  if (!std::filesystem::exists(options.file, error))
    throw UsageError(fmt::format("There is no file \"{}\".", options.file));
  ProgramRequest request;
  request.file = std::filesystem::absolute(options.file);
  for (const std::string& folder : options.include_dirs)
    request.include_dirs.push_back(std::filesystem::absolute(folder));
  request.arguments = options.arguments;
  request.exploration.schedules = options.schedules;
  request.exploration.seed = options.seed;
  request.exploration.budget_ms =
      static_cast<std::int64_t>(options.budget_seconds * 1000);
  request.device = options.device;
  request.cache_dir = env.cache_dir();
  const ProgramRecord record = run_program(request, env.tools);

  std::string arguments;
  for (const std::string& folder : options.include_dirs)
    arguments += " -I " + shell_quoted(folder);
  if (!options.arguments.empty()) arguments += " --";
  for (const std::string& argument : options.arguments)
    arguments += " " + shell_quoted(argument);
  const std::string text =
      program_text(look_of_stdout(), record, request.file.filename().string(),
                   shell_quoted(options.file), arguments);
  keep_schedule(env.state_dir, {record.replay, {}});
  keep_schedule(env.state_dir, {record.other_replay, {}});
  std::fputs(text.c_str(), options.json == "-" ? stderr : stdout);
  if (!options.json.empty() &&
      !save_for_user(options.json, json_text(program_json(record))))
    return 3;
  return exit_code_of(record);
}

}  // namespace

void add_run(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "run", "Run a CUDA program under many schedules: FILE.cu [-- ARGS]");
  const auto options = std::make_shared<RunOptions>();
  add_options(*command, *options);
  command->callback(
      [options, &environment, &exit_code] { exit_code = run(*options, environment); });
}

}  // namespace gridlock
