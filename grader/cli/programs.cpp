#include "cli/programs.h"

#include <signal.h>

#include <cstdio>

#include "checker/interrupt.h"
#include "common/own_tree.h"

namespace gridlock {
namespace {

class WithoutCtrlC {
 public:
  WithoutCtrlC() : before_(::signal(SIGINT, SIG_IGN)) {}
  WithoutCtrlC(const WithoutCtrlC&) = delete;
  WithoutCtrlC& operator=(const WithoutCtrlC&) = delete;
  ~WithoutCtrlC() { ::signal(SIGINT, before_); }

 private:
  void (*before_)(int);
};

}  // namespace

ProcessRequest own_process(const Environment& env, std::vector<std::string> arguments) {
  ProcessRequest request;
  request.argv = std::move(arguments);
  request.argv.insert(request.argv.begin(),
                      std::filesystem::read_symlink("/proc/self/exe").string());
  request.environment = {{"GRIDLOCK_ROOT", env.root.string()},
                         {"GRIDLOCK_BUILD_DIR", env.build_dir.string()},
                         {"GRIDLOCK_NO_PROGRESS", "1"}};
  request.output_limit = 64 << 20;
  request.wall_limit = std::chrono::minutes(60);
  return request;
}

std::filesystem::path find_python_with_matplotlib() {
  ProcessRequest request;
  request.argv = {"/bin/sh", (own_tree() / "grader/setup/python_with.sh").string(),
                  "matplotlib"};
  request.wall_limit = std::chrono::seconds(60);
  const ProcessResult found = run_process(request);
  if (!found.ok()) return {};
  return found.output.substr(0, found.output.find('\n'));
}

int run_in_foreground(const std::vector<std::string>& argv, CtrlC ctrl_c,
                      const EnvironmentChanges& environment) {
  std::fflush(stdout);
  ChildPlan plan;
  plan.program = find_program(argv.front());
  plan.arguments = argv;
  plan.environment = environment_with(environment);
  plan.place = ChildPlace::foreground;
  if (ctrl_c == CtrlC::programs) {
    const WithoutCtrlC without;
    return ChildProcess(plan).wait().shell_code();
  }
  const int code = ChildProcess(plan).wait().shell_code();
  stop_if_interrupted();
  return code;
}

}  // namespace gridlock
