/// Starts programs and waits for them; no other file of the grader does.
///
/// A copy of this process, made by fork() without exec, is not started here; but it is
/// waited for and ended here like any other child.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/descriptor.h"

namespace gridlock {

/// Both ends of a pipe.  No program inherits them unless its plan keeps them, and their
/// numbers are above the standard three even if those are closed here.
struct Pipe {
  Descriptor read_end, write_end;
  /// \throws std::system_error if there can be no pipe.
  Pipe();
};

/// A descriptor of the same file, `least` or greater; a new program does not inherit it.
/// \throws std::system_error
Descriptor moved_up(Descriptor fd, int least);

/// A program's input: a file in memory with this text, which needs no writer.
/// \throws std::system_error
Descriptor input_of(const std::string& text);

void set_nonblocking(const Descriptor& fd);

/// Variables to add to this process's environment, or to replace in it.
using EnvironmentChanges = std::vector<std::pair<std::string, std::string>>;

/// This process's environment with the changes, as "KEY=value".
std::vector<std::string> environment_with(const EnvironmentChanges& changes);

/// Limits that the kernel enforces on a program; 0 is no limit of ours.
struct ResourceLimits {
  std::uint64_t address_space_bytes = 0;  ///< Never use it with a GPU's driver.
  std::uint64_t cpu_seconds = 0;
  std::uint64_t file_bytes = 0;    ///< The largest file it may write.
  bool without_core_file = false;  ///< No core file after a crash.
  /// Processes and threads, of the program and its descendants together.  Holds only in
  /// boxes that promise it (isolation/box.h): elsewhere, all of our user's count.
  std::uint64_t processes = 0;
  /// Resident memory, of all these together.  Holds only in boxes that promise it.
  std::uint64_t memory_bytes = 0;
};

/// A further limit on a program and its descendants, such as a control group.  It lasts
/// until the program has ended.
class ChildHold {
 public:
  virtual ~ChildHold() = default;
  /// In the child, between fork and exec: only async-signal-safe functions are allowed.
  /// \returns whether the program may start; if not, errno tells why.
  virtual bool enter() const noexcept = 0;
  /// Ends all processes that it holds.
  virtual void kill() const noexcept = 0;
  /// Whether the kernel ended a process in the hold because its memory was used up.
  virtual bool memory_ran_out() const { return false; }
};

/// The relation of a program to the terminal.
enum class ChildPlace {
  /// In our place: it shares our process group and so gets the terminal's signals, it
  /// inherits our inheritable descriptors, and it goes on if we die.
  foreground,
  /// In a process group of its own, which Ctrl-C does not reach.  It inherits only the
  /// descriptors that its plan names, and dies if we do.
  own_group,
  /// As own_group, but in a session of its own: its descendants can be told from ours.
  own_session,
};

/// A program to start.
struct ChildPlan {
  std::filesystem::path program;         ///< A path; see find_program.
  std::vector<std::string> arguments;    ///< argv[0] first.
  std::vector<std::string> environment;  ///< The complete one, as "KEY=value".
  std::filesystem::path working_dir{};   ///< Empty: this process's.
  ChildPlace place = ChildPlace::own_group;
  /// Descriptors that become the program's standard three: each has its standard number
  /// already, or a number above the three.
  int input = 0, output = 1, errors = 2;
  std::vector<int> kept{};  ///< Further descriptors to inherit, under the same numbers.
  ResourceLimits limits{};
  std::shared_ptr<const ChildHold> hold{};  ///< May be null.
  /// Whether a copy of us stays between us and the program: it becomes the parent of
  /// processes that the program leaves behind, and ends them when the program or we end.
  /// Needed for bubblewrap: if it is killed while it starts, its first processes stay for
  /// ever.
  bool has_guard = false;
};

/// The end of a process, and its resources.
struct ChildEnd {
  int exit_code = -1;  ///< -1 if it did not exit by itself.
  int signal = 0;      ///< The signal that ended it, or 0.
  /// The most resident memory that it had; at least what we had when it started.
  std::uint64_t peak_bytes = 0;
  double cpu_seconds = 0;
  /// Whether the kernel killed a process in its hold because the memory that the hold
  /// allows was used up.
  bool memory_ran_out = false;

  /// The exit code as in a shell: 128 + n for signal n.
  int shell_code() const { return signal ? 128 + signal : exit_code; }
  /// If the process that ended was a wrapper that exits with its program's
  /// shell_code(): the end of that program.
  ChildEnd of_program() const;
};

/// A child of this process.  The destructor ends it.
///
/// When a child with its own process group has ended, the other processes of the group
/// and of its hold are killed before the child is reaped: after that, the group's number
/// may be reused.
class ChildProcess {
 public:
  ChildProcess() = default;
  /// Starts a program with default signals and returns when it runs.  Safe to call from
  /// several threads.
  /// \throws std::system_error if it cannot run; the text names the program.
  explicit ChildProcess(const ChildPlan& plan);
  /// Takes care of a copy of this process that fork() made; it has our process group.
  explicit ChildProcess(pid_t copy) : pid_(copy) {}
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess() { end(); }

  /// The process's id, until its end was taken; then -1.
  pid_t pid() const { return pid_; }
  bool is_open() const { return pid_ > 0; }

  /// A descriptor that becomes readable when the child ends; closed if the kernel has no
  /// such descriptors.
  Descriptor end_descriptor() const;

  /// Whether the child has ended.  take_end() is still to be called.
  bool has_ended() const;
  /// Reaps the child and returns how it ended, if it has ended.
  std::optional<ChildEnd> take_end();
  /// Waits for the child to end and reaps it.
  ChildEnd wait();
  /// Kills the child, its own process group if it has one, and all processes in its hold,
  /// without waiting.
  void kill() const;
  /// Kills the child and waits for its end.
  ChildEnd end();
  /// Gives the child up: the destructor neither ends it nor waits for it.
  pid_t release() { return std::exchange(pid_, -1); }

 private:
  ChildEnd reap();

  pid_t pid_ = -1;  ///< The guard's id, if there is a guard.
  bool has_own_group_ = false;
  bool has_guard_ = false;
  std::shared_ptr<const ChildHold> hold_;
};

/// The resident memory of a process, in bytes; 0 if it is gone.  (A limit on its address
/// space would not work: the simulator and the CUDA driver reserve far more than they
/// use.)
std::uint64_t resident_bytes(pid_t pid);

/// The full path of a program as PATH (or `path_list`, if not null) has it; empty if
/// there is none.  A name with a slash is returned as it is, if it can be executed.
std::filesystem::path find_program(const std::string& name,
                                   const char* path_list = nullptr);

}  // namespace gridlock
