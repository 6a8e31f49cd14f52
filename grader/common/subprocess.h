/// Runs another program without a shell and with limits, and leaves no process behind.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/child_process.h"

namespace gridlock {

/// The program to run, its input and its limits.
struct ProcessRequest {
  /// argv[0] is a path, or a name that is looked up in PATH.
  std::vector<std::string> argv;
  std::string input{};                  ///< Its standard input.
  std::filesystem::path working_dir{};  ///< Empty: this process's.
  EnvironmentChanges environment{};
  std::chrono::milliseconds wall_limit{0};  ///< 0 is no limit.
  std::size_t output_limit = 64 << 10;      ///< Bytes kept of standard output.
  std::size_t errors_limit = 64 << 10;      ///< Bytes kept of standard error.
  /// Kill it when it has written more to standard output than `output_limit`.
  bool stop_at_output_limit = false;
  ResourceLimits limits{};
  /// Makes the plan of another program to start instead, such as the same program in a
  /// box, which then exits with the program's shell code.
  std::function<ChildPlan(ChildPlan)> inside{};
};

/// How the program ended, and its output.
struct ProcessResult {
  bool started = false;
  std::string start_error;      ///< Why it did not start, as a sentence; or "".
  int exit_code = -1;           ///< -1 if it did not exit by itself.
  int signal = 0;               ///< The signal that ended it, or 0.
  bool timed_out = false;       ///< The wall limit ended it (signal is SIGKILL then).
  bool memory_ran_out = false;  ///< See ChildEnd.
  std::string output;
  std::string errors;
  bool output_cut = false;  ///< It wrote more than was kept; the rest was discarded.
  bool errors_cut = false;
  double seconds = 0;

  bool ok() const { return started && exit_code == 0; }
  /// The end for a message: "exit code 1", "killed by signal 11 (Segmentation fault)",
  /// "no answer within 60 s".
  std::string how_it_ended() const;
};

/// Runs a program to its end.
///
/// The program gets its own process group, only the three standard descriptors and no
/// core file, and it dies if this process does.  When it has ended, or after the wall
/// limit, the whole group is killed, so that a child that still holds a pipe open cannot
/// block the call.  Safe to call from several threads.
ProcessResult run_process(const ProcessRequest& request);

/// From now on, run_process kills its program as soon as this descriptor is readable, and
/// says that it timed out; -1 ends that.
void kill_programs_once_readable(int descriptor);

/// The standard output of a program that answers at once, up to 1 MiB; "" if the program
/// is missing, fails, or does not answer within 20 s.
std::string ask_program(std::vector<std::string> argv);

}  // namespace gridlock
