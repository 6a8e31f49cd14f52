// The whole program: options, commands, exit codes.
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "checker/interrupt.h"
#include "cli/command.h"
#include "cli/state_folder.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

constexpr AddCommand kCommands[]{
    add_list,      add_check,      add_watch, add_next,  add_hint,   add_reset,
    add_replay,    add_run,        add_bench, add_plot,  add_doctor, add_selfcheck,
    add_skeleton,  add_expand,     add_test,  add_demo,  add_docs,   add_slides,
    add_reference, add_completion, add_trace, add_class, add_export, add_new_lab,
};

/// Without solutions/, as students get the tree, help does not list these.
constexpr const char* kNeedSolutions[]{"selfcheck", "skeleton", "expand", "test",
                                       "demo",      "slides",   "export", "new-lab"};

fs::path path_from(const char* variable, const char* fallback) {
  const char* value = std::getenv(variable);
  return value && *value ? value : fallback;
}

int complain(const std::string& what, int code) {
  std::fflush(stdout);
  std::fprintf(stderr, "gridlock: %s\n", what.c_str());
  return code;
}

void refuse_unknown(const CLI::App& app, const std::string& command) {
  std::string known;
  for (const CLI::App* other : app.get_subcommands(nullptr)) {
    if (other->get_name() == command) return;
    if (other->get_group().empty()) continue;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", other->get_name());
  }
  throw UsageError(
      fmt::format("There is no command \"{}\".  There are: {}.", command, known));
}

/// Commands whose line ends with the arguments of a program, behind "--".
constexpr std::string_view kTakePrograms[]{"run", "replay", "trace"};

/// Takes what is behind "--" from the line.
std::vector<std::string> take_program_arguments(std::vector<char*>& line) {
  const auto& all = kTakePrograms;
  if (line.size() < 2 || std::find(std::begin(all), std::end(all),
                                   std::string_view(line[1])) == std::end(all))
    return {};
  const auto dashes = std::find_if(line.begin(), line.end(), [](const char* word) {
    return std::string_view(word) == "--";
  });
  std::vector<std::string> arguments;
  if (dashes != line.end()) arguments.assign(dashes + 1, line.end());
  line.erase(dashes, line.end());
  return arguments;
}

/// The script ./gridlock has used --yes already; like the script, this takes it anywhere
/// before "--".
std::vector<char*> without_yes(int argc, char** argv) {
  std::vector<char*> rest(argv, argv + argc);
  const auto end = std::find_if(rest.begin(), rest.end(), [](const char* word) {
    return std::string_view(word) == "--";
  });
  const auto is_yes = [](const char* word) { return std::string_view(word) == "--yes"; };
  rest.erase(std::remove_if(rest.begin(), end, is_yes), end);
  return rest;
}

int run_command(int argc_with_yes, char** argv_with_yes, Environment& environment) {
  std::vector<char*> arguments = without_yes(argc_with_yes, argv_with_yes);
  environment.program_arguments = take_program_arguments(arguments);
  const int argc = static_cast<int>(arguments.size());
  char** argv = arguments.data();
  CLI::App app{
      "Labs on synchronization between CUDA blocks, and the grader that runs\n"
      "every submission under many schedules."};
  app.name("./gridlock");
  app.set_version_flag("--version", "gridlock " GRIDLOCK_VERSION);
  app.add_flag_callback(
      "--yes", [] {}, "Install missing packages without asking; it may stand anywhere");
  app.require_subcommand(1);
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return std::string("gridlock: ") + error.what() +
           "\nRun ./gridlock --help, or ./gridlock COMMAND --help.\n";
  });
  int exit_code = 0;
  for (const AddCommand add : kCommands) add(app, environment, exit_code);
  if (std::error_code none; !fs::is_directory(environment.root / "solutions", none))
    for (const char* name : kNeedSolutions) app.get_subcommand(name)->group("");
  if (argc > 1 && argv[1][0] != '-') refuse_unknown(app, argv[1]);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (argc <= 1) {
      show_first_screen(environment);
      return 2;
    }
    return app.exit(error) == 0 ? 0 : 2;
  }
  return exit_code;
}

}  // namespace

std::vector<fs::path> Environment::include_dirs() const {
  return {root / "grader/worker/include"};
}

int gridlock_main(int argc, char** argv, const GradeTools& tools) {
  // A write beyond `ulimit -f` is then an error with a message, not the end.  Programs
  // that we start do not inherit a handler; they would inherit an ignored signal.
  ::signal(SIGXFSZ, [](int) {});
  // If our parent ignored it, the system would discard the exit statuses of our children.
  ::signal(SIGCHLD, SIG_DFL);
  Environment environment;
  environment.root = path_from("GRIDLOCK_ROOT", GRIDLOCK_SOURCE_DIR);
  environment.build_dir = path_from("GRIDLOCK_BUILD_DIR", GRIDLOCK_BINARY_DIR);
  environment.state_dir = state_folder(
      environment.build_dir, [](const std::string& what) { complain(what, 0); });
  environment.tools = tools;
  int code = 3;
  try {
    watch_for_interrupts();
    adopt_orphans();
    code = run_command(argc, argv, environment);
  } catch (const Interrupted&) {
    code = complain("interrupted", 130);
  } catch (const UsageError& error) {
    code = complain(error.what(), 2);
  } catch (const std::exception& error) {
    code = complain(error.what(), 3);
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
    // The reader has closed the pipe, which is the reader's decision.
    pollfd out{STDOUT_FILENO, POLLOUT, 0};
    if (::poll(&out, 1, 0) == 1 && (out.revents & POLLERR)) return code;
    code = complain(
        "cannot write the report (is the disk full, or a file too large for ulimit -f?)",
        3);
  }
  return code;
}

}  // namespace gridlock
