#include "checker/interrupt.h"
#include "cli/programs.h"
#include "tests/test.h"

namespace gridlock::test_foreground {
std::vector<std::string> shell(const std::string& script) { return {"sh", "-c", script}; }

/// The exit code of a copy of this process that notes interrupts and runs this script.
int run_in_a_copy(const std::string& script, CtrlC ctrl_c) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    watch_for_interrupts();
    try {
      const int code = run_in_foreground(shell(script), ctrl_c);
      ::_exit(interrupt_signal() ? 98 : code);
    } catch (const Interrupted&) {
      ::_exit(99);
    }
  }
  return ChildProcess(pid).wait().shell_code();
}

TEST_CASE("a program in the foreground hands its exit code on, or 128 and its signal") {
  CHECK(run_in_foreground(shell("exit 7")) == 7);
  CHECK(run_in_foreground(shell("kill -TERM $$")) == 128 + SIGTERM);
  CHECK(run_in_foreground(shell("exit $GRIDLOCK_TEST_A"), CtrlC::shared,
                          {{"GRIDLOCK_TEST_A", "5"}}) == 5);
  CHECK_THROWS(run_in_foreground({"no-such-program-anywhere"}));
}

TEST_CASE("a shared Ctrl-C waits for the program and then stops us") {
  CHECK(run_in_a_copy("exit 3", CtrlC::shared) == 3);
  CHECK(run_in_a_copy("kill -INT $PPID; exit 3", CtrlC::shared) == 99);
}

TEST_CASE("a Ctrl-C of the program's own reaches the program and does nothing to us") {
  CHECK(run_in_a_copy("kill -INT $PPID; exit 3", CtrlC::programs) == 3);
  CHECK(run_in_a_copy("kill -INT $$", CtrlC::programs) == 128 + SIGINT);
  const auto before = ::signal(SIGINT, SIG_DFL);
  run_in_foreground(shell("true"), CtrlC::programs);
  const bool is_as_before = ::signal(SIGINT, before) == SIG_DFL;
  CHECK(is_as_before);
}

}  // namespace gridlock::test_foreground
