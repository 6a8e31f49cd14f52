#include "cli/commands/replay_debug.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/programs.h"
#include "common/files.h"
#include "common/own_tree.h"
#include "common/scratch_folder.h"
#include "common/subprocess.h"
#include "common/text.h"
#include "report/layout.h"

namespace gridlock {
namespace {

constexpr std::chrono::minutes kBatchLimit{2};

constexpr const char* kGreeting =
    "gdb runs the replay.  It stops at the accesses, on their CUDA threads.\n"
    "  continue  on to the next stop      run   the replay from its beginning\n"
    "  cuda      which CUDA thread runs   quit  leave\n"
    "gdb sees only the running CUDA thread: the simulator keeps the others on its own\n"
    "stacks.  To set a breakpoint for one of them:\n"
    "  break FILE.cu:LINE if $block() == 1 && $thread() == 0";

nlohmann::json place_json(const PlacedAccess& placed) {
  const Access& access = placed.access;
  std::string text = one_line(access.op);
  if (!placed.location.empty()) text += " " + one_line(placed.location);
  // gdb sees the first device's module; the other devices have copies of it.
  return {{"pc", access.device == 0 ? access.pc : 0},
          {"file", sanitize_text(placed.place.file)},
          {"line", placed.place.line},
          {"block", access.block},
          {"thread", access.thread},
          {"host", access.host},
          {"text", text}};
}

/// The finding's accesses.  Without any, the last step of a kernel: a wrong result cannot
/// be traced further.
nlohmann::json places_of(const ReplayRecord& record) {
  nlohmann::json places = nlohmann::json::array();
  if (!record.findings.empty())
    for (const PlacedAccess& placed : record.findings.front().accesses)
      if (placed.place.line > 0) places.push_back(place_json(placed));
  if (!places.empty()) return places;
  for (auto step = record.steps.rbegin(); step != record.steps.rend(); ++step)
    if (step->place.line > 0 && !step->access.host) return {place_json(*step)};
  throw UsageError("This replay has no line of the submission to stop at.");
}

void run_in_batch(const std::vector<std::string>& arguments,
                  const EnvironmentChanges& environment) {
  ProcessRequest request;
  request.argv = arguments;
  request.environment = environment;
  request.wall_limit = kBatchLimit;
  request.output_limit = 1 << 20;
  const ProcessResult result = run_process(request);
  std::fputs(sanitize_text(result.output).c_str(), stdout);
  std::fflush(stdout);
  if (!result.ok())
    throw std::runtime_error(fmt::format("gdb failed: {}\n{}", result.how_it_ended(),
                                         sanitize_text(result.errors)));
}

}  // namespace

void require_gdb() {
  if (find_program("gdb").empty())
    throw UsageError("--debug needs gdb.  On Debian and Ubuntu: apt-get install gdb");
  ProcessRequest request;
  request.argv = {"gdb", "-nx", "-batch", "-ex", "python print(6 * 7)"};
  request.wall_limit = std::chrono::seconds(20);
  if (run_process(request).output != "42\n")
    throw UsageError(
        "--debug needs a gdb with Python, and this gdb has none.  On Debian and Ubuntu: "
        "apt-get install gdb (not gdb-minimal)");
}

void debug_replay(const DebugSubject& subject, const WorkerPrograms& workers) {
  const bool batch = !::isatty(STDIN_FILENO) || !::isatty(STDOUT_FILENO);
  const nlohmann::json plan{{"module", subject.module.string()},
                            {"places", places_of(subject.record)},
                            {"whole", subject.schedule.check == 0},
                            {"batch", batch},
                            {"greeting", kGreeting}};
  const ScratchFolder folder("gridlock-debug");
  const fs::path plan_file = folder.path() / "plan.json";
  const fs::path request_file = folder.path() / "request";
  write_scratch_file(plan_file, plan.dump());
  write_scratch_file(request_file, replay_conversation(subject.schedule, subject.call));
  // Pass the redirections to gdb too, so that its own `run` sets them up again each time.
  const std::string run_arguments = fmt::format("set args {} 8 9 8<{} 9>/dev/null",
                                                shell_quoted(subject.module.string()),
                                                shell_quoted(request_file.string()));
  std::vector<std::string> arguments{"gdb", "-q"};
  if (batch) arguments.insert(arguments.end(), {"-nx", "-batch"});
  arguments.insert(arguments.end(),
                   {"-ex", run_arguments, "-x",
                    (own_tree() / "grader/cli/commands/replay_debug.py").string(),
                    workers.sim.string()});
  const EnvironmentChanges environment{
      {"GRIDLOCK_DEBUG_PLAN", plan_file.string()},
      {"SHELL", "/bin/sh"},  // gdb starts the worker with this shell.
      {"PYTHONDONTWRITEBYTECODE", "1"}};
  if (batch)
    run_in_batch(arguments, environment);
  else
    run_in_foreground(arguments, CtrlC::programs, environment);
}

}  // namespace gridlock
