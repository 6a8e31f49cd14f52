// The whole program: options, commands, exit codes.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "checker/interrupt.h"
#include "cli/command.h"
#include "cli/program.h"
#include "cli/state_folder.h"
#include "common/limits.h"
#include "common/own_tree.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// Commands that help does not list without solutions/, as in a student's tree.
constexpr const char* kNeedSolutions[]{"selfcheck", "skeleton", "expand", "test",
                                       "demo",      "slides",   "new-lab"};

fs::path path_from(const char* variable, const fs::path& fallback) {
  const char* value = std::getenv(variable);
  return value && *value ? fs::path(value) : fallback;
}

int complain(const std::string& what, int code) {
  std::fflush(stdout);
  std::fprintf(stderr, "gridlock: %s\n", what.c_str());
  return code;
}

/// The fewest steps that turn `from` into `to`: a letter is inserted, left out, replaced
/// or swapped with the next.
std::size_t distance(const std::string& from, const std::string& to) {
  const std::size_t width = to.size() + 1;
  std::vector<std::size_t> steps((from.size() + 1) * width);
  for (std::size_t i = 0; i <= from.size(); ++i)
    for (std::size_t j = 0; j <= to.size(); ++j) {
      std::size_t& here = steps[i * width + j];
      if (i == 0 || j == 0) {
        here = i + j;
        continue;
      }
      const bool differs = from[i - 1] != to[j - 1];
      here = std::min({steps[(i - 1) * width + j] + 1, steps[i * width + j - 1] + 1,
                       steps[(i - 1) * width + j - 1] + (differs ? 1 : 0)});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        here = std::min(here, steps[(i - 2) * width + j - 2] + 1);
    }
  return steps.back();
}

/// The name that a mistyped `word` most likely stands for, the first of equally near
/// ones; "" if none is nearer than a third of the word's letters, rounded up.
std::string nearest_to(const std::string& word, const std::vector<std::string>& names) {
  std::string found;
  std::size_t least = (word.size() + 2) / 3;
  for (const std::string& name : names)
    if (const std::size_t steps = distance(word, name); steps < least) {
      least = steps;
      found = name;
    }
  return found;
}

/// Refuses a line that lacks a command or names an unknown one, also behind a command
/// such as `class`.
/// \param words the line behind `before`
/// \param before "", or the command that `app` is, with a blank
/// \throws UsageError that names the nearest command and all others
void refuse_unknown(const CLI::App& app, std::vector<char*> words,
                    const std::string& before = "") {
  if (!words.empty() && words[0][0] == '-') return;
  const std::string command = words.empty() ? "" : words[0];
  std::vector<std::string> known;
  for (const CLI::App* other : app.get_subcommands(nullptr)) {
    if (other->get_name() == command) {
      words.erase(words.begin());
      if (other->get_require_subcommand_min() > 0)
        refuse_unknown(*other, std::move(words), before + command + " ");
      return;
    }
    if (!other->get_group().empty()) known.push_back(other->get_name());
  }
  const std::string all = fmt::format("There are: {}.", fmt::join(known, ", "));
  if (words.empty())
    throw UsageError(
        fmt::format("./gridlock {}takes a command behind it.  {}", before, all));
  const std::string nearest = nearest_to(command, known);
  throw UsageError(fmt::format(
      "There is no command \"{}{}\".{}  {}", before, command,
      nearest.empty() ? "" : fmt::format("  Did you mean \"{}{}\"?", before, nearest),
      all));
}

std::string usage_failure(const CLI::App* app, const CLI::Error& error) {
  const std::vector<std::string> unread = app->remaining(true);
  std::string command = "./gridlock";
  while (!app->get_subcommands().empty()) {
    app = app->get_subcommands().front();
    command += " " + app->get_name();
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : app->get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  std::string meant;
  if (dynamic_cast<const CLI::ExtrasError*>(&error))
    for (const std::string& word : unread)
      if (const std::string name = nearest_to(word.substr(0, word.find('=')), known);
          word.starts_with("--") && !name.empty())
        meant += fmt::format("  Did you mean {}?", name);
  return fmt::format("gridlock: {}{}\nRun {} --help for the options.\n", error.what(),
                     meant.empty() ? "" : "." + meant, command);
}

/// Commands that take the arguments of a program, behind "--" at the end of their line.
constexpr std::string_view kTakePrograms[]{"run", "replay", "trace"};

/// For one of these commands, removes "--" and what is behind it from the line, and
/// returns what was behind it.
std::vector<std::string> take_program_arguments(std::vector<char*>& line) {
  const auto& all = kTakePrograms;
  if (line.size() < 2 ||
      std::ranges::find(all, std::string_view(line[1])) == std::end(all))
    return {};
  const auto dashes = std::ranges::find(line, std::string_view("--"));
  std::vector<std::string> arguments;
  if (dashes != line.end()) arguments.assign(dashes + 1, line.end());
  line.erase(dashes, line.end());
  return arguments;
}

/// The arguments without --yes, which only the script ./gridlock uses.  Like the script,
/// this accepts it anywhere before "--".
std::vector<char*> without_yes(int argc, char** argv) {
  std::vector<char*> rest(argv, argv + argc);
  const auto end = std::ranges::find(rest, std::string_view("--"));
  const auto is_yes = [](const char* word) { return std::string_view(word) == "--yes"; };
  rest.erase(std::remove_if(rest.begin(), end, is_yes), end);
  return rest;
}

int run_command(int argc_with_yes, char** argv_with_yes, Environment& environment) {
  std::vector<char*> arguments = without_yes(argc_with_yes, argv_with_yes);
  arguments.push_back(nullptr);
  leave_to_the_other(arguments);
  arguments.pop_back();
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
  app.failure_message(usage_failure);
  int exit_code = 0;
  add_commands(app, environment, exit_code);
  if (std::error_code none; !fs::is_directory(environment.root / "solutions", none))
    for (const char* name : kNeedSolutions) app.get_subcommand(name)->group("");
  if (argc > 1) refuse_unknown(app, {arguments.begin() + 1, arguments.end()});
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

int gridlock_main(int argc, char** argv, const GradeTools& tools) {
  if (const std::string why = raise_stack_limit(argv); !why.empty())
    return complain(why, 2);
  // With a handler, a write beyond `ulimit -f` is an error with a message, not the end.
  // Programs that we start inherit no handler, but would inherit an ignored signal.
  ::signal(SIGXFSZ, [](int) {});
  // If our parent ignored SIGCHLD, the system would discard the exit statuses of our
  // children.
  ::signal(SIGCHLD, SIG_DFL);
  Environment environment;
  environment.root = path_from("GRIDLOCK_ROOT", own_tree());
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
    code = complain(message_of(error), 3);
  }
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout);
  if (failed && code != 130) {  // Ctrl-C may come in the middle of writing.
    // If the reader has closed the pipe, that is no error.
    pollfd out{STDOUT_FILENO, POLLOUT, 0};
    if (::poll(&out, 1, 0) == 1 && (out.revents & POLLERR)) return code;
    code = complain(
        "cannot write the report (is the disk full, or a file too large for ulimit -f?)",
        3);
  }
  return code;
}

}  // namespace gridlock
