/// What the commands share; each file in commands/ adds one to the program.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "checker/grade.h"
#include "checker/lab/labs.h"

namespace gridlock {

struct Environment {
  std::filesystem::path root;       ///< The tree with labs/ and solutions/.
  std::filesystem::path build_dir;  ///< The build folder, for ctest.
  std::filesystem::path state_dir;  ///< For modules and progress: the build folder, or,
                                    ///< if we may only read that, one of the user's own.
  GradeTools tools;
  std::vector<std::string> program_arguments;  ///< The arguments behind "--".

  std::filesystem::path cache_dir() const { return state_dir / "modules"; }
  /// Where `bench` puts its samples by default; `what` is "sim" or a lab's id, followed
  /// by the experiment's name unless it is the main one.
  std::filesystem::path bench_samples(const std::string& what) const {
    return state_dir / "bench" / (what + ".csv");
  }
};

/// The commands that only gridlock-all has, with what the help says of them.
inline constexpr std::pair<const char*, const char*> kCommandsOfAll[]{
    {"bench",
     "Measure a lab's experiment on the GPU, or the speed of the simulator or build"},
    {"plot", "Draw what bench measured"},
    {"doctor", "Say what works on this machine, and what is missing"},
    {"selfcheck",
     "For authors: prove that skeletons fail, solutions pass, mistakes are caught"},
    {"skeleton", "For authors: print the skeleton made from a lab's solution"},
    {"expand", "For authors: print the whole file for an overlay"},
    {"test", "Run the project's own tests"},
    {"demo", "Show a wrong kernel, the findings and the fix, step by step"},
    {"docs", "Build the documentation, and print where it is"},
    {"slides", "Make the slides: an opening deck and one deck per lab"},
    {"reference", "Print tables for the documentation, as Markdown"},
    {"trace", "Step through or draw a failing interleaving: LAB|FILE.cu --out FILE.html"},
    {"class", "For instructors: grade what a class handed in"},
    {"export", "For instructors: copy the tree for a course"},
    {"new-lab", "For instructors: lay out the folders of a lab of your own"},
};

/// Adds one of kCommandsOfAll to `app`.  The help omits `reference`, which only the
/// documentation needs.
inline CLI::App* add_of_all(CLI::App& app, std::string_view name) {
  const auto* const known =
      std::ranges::find(kCommandsOfAll, name, [](auto& one) { return one.first; });
  CLI::App* command = app.add_subcommand(known->first, known->second);
  return name == "reference" ? command->group("") : command;
}

/// Adds an option, or an argument, to a command.
/// \param names "--out FILE", in which FILE names the value in the help; or "LAB"
template <class T>
CLI::Option* add_option(CLI::App& command, const std::string& names, T& value,
                        const std::string& what) {
  const std::size_t end = std::min(names.find(' '), names.size());
  CLI::Option* option = command.add_option(names.substr(0, end), value, what);
  return option->type_name(end == names.size() ? "" : names.substr(end + 1));
}

/// Adds a command to `app`; when it runs, it leaves its exit code in `exit_code`.
using AddCommand = void (*)(CLI::App& app, const Environment& environment,
                            int& exit_code);

void add_list(CLI::App&, const Environment&, int&);
void add_check(CLI::App&, const Environment&, int&);
void add_class(CLI::App&, const Environment&, int&);
void add_watch(CLI::App&, const Environment&, int&);
void add_next(CLI::App&, const Environment&, int&);
void add_replay(CLI::App&, const Environment&, int&);
void add_run(CLI::App&, const Environment&, int&);
void add_hint(CLI::App&, const Environment&, int&);
void add_reset(CLI::App&, const Environment&, int&);
void add_bench(CLI::App&, const Environment&, int&);
void add_plot(CLI::App&, const Environment&, int&);
void add_doctor(CLI::App&, const Environment&, int&);
void add_selfcheck(CLI::App&, const Environment&, int&);
void add_skeleton(CLI::App&, const Environment&, int&);
void add_demo(CLI::App&, const Environment&, int&);
void add_expand(CLI::App&, const Environment&, int&);
void add_export(CLI::App&, const Environment&, int&);
void add_new_lab(CLI::App&, const Environment&, int&);
void add_docs(CLI::App&, const Environment&, int&);
void add_reference(CLI::App&, const Environment&, int&);
void add_slides(CLI::App&, const Environment&, int&);
void add_trace(CLI::App&, const Environment&, int&);
void add_test(CLI::App&, const Environment&, int&);

/// Shows a user who gave no command what to do next.
/// \throws std::exception if a lab cannot be read.
void show_first_screen(const Environment& environment);

/// Runs the whole program, with the tools that tests may replace.  Returns the exit code:
/// 0 nothing wrong, 1 something failed, 2 usage, 3 a fault of the grader, 130
/// interrupted.
int gridlock_main(int argc, char** argv, const GradeTools& tools);

}  // namespace gridlock
