// gridlock test: the project's own tests, by ctest label.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <thread>

#include "checker/interrupt.h"
#include "cli/command.h"
#include "common/subprocess.h"

namespace gridlock {
namespace {

/// Runs a program with our own input and output; returns its exit code.
int run_in_foreground(const std::vector<std::string>& argv) {
  std::vector<char*> pointers;
  for (const std::string& argument : argv)
    pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "cannot fork");
  if (child == 0) {
    ::execvp(pointers[0], pointers.data());
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  stop_if_interrupted();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int test(const std::string& label, const Environment& env) {
  if (find_program("ctest").empty())
    throw UsageError("ctest is missing; it comes with CMake.");
  const unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  const int code = run_in_foreground(
      {"ctest", "--test-dir", env.build_dir.string(), "-L",
       label.empty() ? "^(quick|full)$" : fmt::format("^{}$", label), "-j",
       std::to_string(jobs), "--output-on-failure", "--no-tests=error"});
  return code == 0 ? 0 : 1;
}

}  // namespace

void add_test(CLI::App& app, const Environment& environment, int& exit_code) {
  CLI::App* command = app.add_subcommand("test", "Run the project's own tests");
  const auto label = std::make_shared<std::string>();
  command->add_option("LABEL", *label, "quick, full or deep (default: quick and full)")
      ->type_name("")
      ->check(CLI::IsMember({"quick", "full", "deep"}));
  command->callback(
      [label, &environment, &exit_code] { exit_code = test(*label, environment); });
}

}  // namespace gridlock
