// gridlock test: runs the project's own tests, by ctest label.
#include <fmt/format.h>

#include <filesystem>
#include <thread>

#include "cli/command.h"
#include "cli/programs.h"

namespace gridlock {
namespace {

int test(const std::string& label, const Environment& env) {
  if (std::error_code none;
      !std::filesystem::is_directory(env.root / "grader/tests", none))
    throw UsageError(
        "test needs the folder grader/tests/, which this tree does not have; students get "
        "the grader without its own tests.");
  if (find_program("ctest").empty())
    throw UsageError("ctest is missing; it comes with CMake.");
  // One more than there are processors, since some tests wait for the clock.
  const unsigned jobs = std::max(1u, std::thread::hardware_concurrency()) + 1;
  const int code = run_in_foreground(
      {"ctest", "--test-dir", env.build_dir.string(), "-L",
       label.empty() ? "^(quick|full)$" : fmt::format("^{}$", label), "-j",
       std::to_string(jobs), "--output-on-failure", "--no-tests=error"},
      // The tests must not call the script, which would build in this tree.  They find
      // everything built, or use other trees.
      CtrlC::shared, {{"GRIDLOCK_SCRIPT", ""}});
  return code == 0 ? 0 : 1;
}

}  // namespace

void add_test(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = add_of_all(app, "test");
  const auto label = std::make_shared<std::string>();
  add_option(*command, "LABEL", *label, "quick, full or deep (default: quick and full)")
      ->check(CLI::IsMember({"quick", "full", "deep"}));
  command->callback(
      [label, &environment, &exit_code] { exit_code = test(*label, environment); });
}

}  // namespace gridlock
