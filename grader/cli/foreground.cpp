#include "cli/foreground.h"

#include <signal.h>

#include <cstdio>

#include "checker/interrupt.h"

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
