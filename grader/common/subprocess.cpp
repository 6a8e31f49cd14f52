#include "common/subprocess.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "common/descriptor.h"

extern char** environ;

namespace gridlock {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// Moves a descriptor out of the way of the standard three, which may be closed here.
Descriptor above_standard(int fd) {
  Descriptor given(fd);
  if (fd > 2) return given;
  Descriptor moved(::fcntl(fd, F_DUPFD_CLOEXEC, 3));
  if (!moved.is_open()) fail("cannot duplicate a descriptor");
  return moved;
}

struct Pipe {
  Descriptor read_end, write_end;
  Pipe() {
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0) fail("cannot make a pipe");
    read_end = above_standard(fds[0]);
    write_end = above_standard(fds[1]);
  }
};

/// The program's standard input: a file in memory, so that no one has to feed a pipe.
Descriptor input_file(const std::string& input) {
  if (input.empty()) {
    const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null < 0) fail("cannot open /dev/null");
    return above_standard(null);
  }
  const int memory = ::memfd_create("input", MFD_CLOEXEC);
  if (memory < 0) fail("cannot make a file in memory");
  Descriptor file = above_standard(memory);
  for (std::size_t done = 0; done < input.size();) {
    const ssize_t written = ::write(file.get(), input.data() + done, input.size() - done);
    if (written < 0 && errno != EINTR) fail("cannot write to a file in memory");
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  if (::lseek(file.get(), 0, SEEK_SET) != 0) fail("cannot rewind a file in memory");
  return file;
}

std::vector<std::string> merged_environment(const ProcessRequest& request) {
  std::vector<std::string> merged;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    bool replaced = false;
    for (const auto& [key, value] : request.environment)
      replaced |= text.substr(0, text.find('=')) == key;
    if (!replaced) merged.emplace_back(text);
  }
  for (const auto& [key, value] : request.environment)
    merged.push_back(key + "=" + value);
  return merged;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const std::string& text : strings)
    result.push_back(const_cast<char*>(text.data()));
  result.push_back(nullptr);
  return result;
}

/// All that the child needs, prepared before the fork: between fork and exec only
/// async-signal-safe functions are allowed.
struct ChildPlan {
  std::string program;
  std::vector<std::string> argument_strings, environment_strings;
  std::vector<char*> arguments, environment;
  std::string working_dir;
  ResourceLimits limits;
  int input = -1, output = -1, errors = -1, report = -1;
  pid_t parent = 0;
};

void set_limit(int resource, std::uint64_t value) {
  const rlimit limit{value, value};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

void set_limits(const ResourceLimits& limits) {
  set_limit(RLIMIT_CORE, 0);
  if (limits.address_space_bytes) set_limit(RLIMIT_AS, limits.address_space_bytes);
  if (limits.cpu_seconds) set_limit(RLIMIT_CPU, limits.cpu_seconds);
  if (limits.file_bytes) set_limit(RLIMIT_FSIZE, limits.file_bytes);
}

/// Only the three standard descriptors survive the exec.
void hide_descriptors() {
  if (::syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC) == 0) return;
  const long highest = ::sysconf(_SC_OPEN_MAX);
  for (int fd = 3; fd < std::min(highest, 65536L); ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/// In the child: becomes the program, or reports errno and ends.
[[noreturn]] void become(const ChildPlan& plan) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) ::signal(number, SIG_DFL);
  const bool ready = ::dup2(plan.input, 0) >= 0 && ::dup2(plan.output, 1) >= 0 &&
                     ::dup2(plan.errors, 2) >= 0 &&
                     (plan.working_dir.empty() || ::chdir(plan.working_dir.c_str()) == 0);
  if (ready) {
    hide_descriptors();
    set_limits(plan.limits);
    ::execve(plan.program.c_str(), plan.arguments.data(), plan.environment.data());
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(plan.report, &error, sizeof error);
  ::_exit(127);
}

/// One stream of the program's output, kept up to a limit.
struct Capture {
  Descriptor fd;
  std::string* kept;
  bool* cut;
  std::size_t limit;

  /// Reads what is available; closes at the end of the stream.
  void take() {
    char buffer[1 << 16];
    while (fd.is_open()) {
      const ssize_t got = ::read(fd.get(), buffer, sizeof buffer);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) {
        fd.close();
        return;
      }
      const auto bytes = static_cast<std::size_t>(got);
      const std::size_t room = limit - std::min(limit, kept->size());
      kept->append(buffer, std::min(room, bytes));
      if (bytes > room) *cut = true;
    }
  }
};

/// How long poll() may wait; -1 means without a limit.
int poll_timeout(Clock::time_point start, std::chrono::milliseconds limit,
                 bool has_pidfd) {
  constexpr std::chrono::milliseconds kTick{5};
  auto wait = std::chrono::milliseconds(-1);
  if (limit.count() > 0) {
    const auto used =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
    wait = std::max(limit - used + std::chrono::milliseconds(1),
                    std::chrono::milliseconds(0));
  }
  if (!has_pidfd && (wait.count() < 0 || wait > kTick)) wait = kTick;
  return static_cast<int>(std::min<std::int64_t>(wait.count(), 1 << 30));
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) ==
             0 &&
         info.si_pid == child;
}

/// Reads both streams until the program has ended, its time is up or it has written
/// too much.
/// \returns whether its time was up
bool watch(pid_t child, const ProcessRequest& request, Clock::time_point start,
           std::array<Capture, 2>& captures) {
  const Descriptor pidfd(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  while (!has_ended(child)) {
    const bool late =
        request.wall_limit.count() > 0 && Clock::now() - start >= request.wall_limit;
    if (late) return true;
    std::array<pollfd, 3> watched{{{captures[0].fd.get(), POLLIN, 0},
                                   {captures[1].fd.get(), POLLIN, 0},
                                   {pidfd.get(), POLLIN, 0}}};
    ::poll(watched.data(), watched.size(),
           poll_timeout(start, request.wall_limit, pidfd.is_open()));
    for (Capture& capture : captures) capture.take();
    if (request.stop_at_output_limit && *captures[0].cut) return false;
  }
  return false;
}

/// Kills the whole group while the child's process id is still taken, then reaps it.
void finish(pid_t child, ProcessResult& result) {
  ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
}

/// The child's errno if it could not become the program, else 0.
int start_error(int report) {
  int error = 0;
  ssize_t got;
  while ((got = ::read(report, &error, sizeof error)) < 0 && errno == EINTR) {
  }
  return got == sizeof error ? error : 0;
}

ProcessResult run(const ProcessRequest& request, const std::string& program) {
  ProcessResult result;
  const Clock::time_point start = Clock::now();
  const Descriptor input = input_file(request.input);
  Pipe output, errors, report;

  ChildPlan plan;
  plan.program = program;
  plan.argument_strings = request.argv;
  plan.environment_strings = merged_environment(request);
  plan.arguments = pointers(plan.argument_strings);
  plan.environment = pointers(plan.environment_strings);
  plan.working_dir = request.working_dir.string();
  plan.limits = request.limits;
  plan.input = input.get();
  plan.output = output.write_end.get();
  plan.errors = errors.write_end.get();
  plan.report = report.write_end.get();
  plan.parent = ::getpid();

  const pid_t child = ::fork();
  if (child < 0) fail("cannot start a process");
  if (child == 0) become(plan);
  ::setpgid(child, child);  // The child does it too: either may come first.
  output.write_end.close();
  errors.write_end.close();
  report.write_end.close();

  if (const int error = start_error(report.read_end.get())) {
    result.start_error =
        "cannot run " + program + ": " + std::generic_category().message(error);
    finish(child, result);
    return result;
  }
  result.started = true;
  for (const int fd : {output.read_end.get(), errors.read_end.get()})
    ::fcntl(fd, F_SETFL, O_NONBLOCK);
  std::array<Capture, 2> captures{Capture{std::move(output.read_end), &result.output,
                                          &result.output_cut, request.output_limit},
                                  Capture{std::move(errors.read_end), &result.errors,
                                          &result.errors_cut, request.errors_limit}};
  result.timed_out = watch(child, request, start, captures);
  finish(child, result);
  for (Capture& capture : captures) capture.take();
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

bool is_executable_file(const std::filesystem::path& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string ask_program(std::vector<std::string> argv) {
  ProcessRequest request;
  request.argv = std::move(argv);
  request.output_limit = 1 << 20;
  request.wall_limit = std::chrono::seconds(20);
  const ProcessResult result = run_process(request);
  return result.ok() ? result.output : "";
}

std::filesystem::path find_program(const std::string& name, const char* path_list) {
  if (name.empty()) return {};
  if (name.find('/') != name.npos) return is_executable_file(name) ? name : "";
  if (!path_list) path_list = std::getenv("PATH");
  std::string_view rest = path_list ? path_list : "/usr/local/bin:/usr/bin:/bin";
  while (true) {
    const std::size_t end = rest.find(':');
    const std::string_view folder = rest.substr(0, end);
    std::filesystem::path candidate =
        std::filesystem::path(folder.empty() ? "." : folder) / name;
    if (is_executable_file(candidate)) return candidate;
    if (end == rest.npos) return {};
    rest.remove_prefix(end + 1);
  }
}

ProcessResult run_process(const ProcessRequest& request) {
  ProcessResult result;
  const std::string name = request.argv.empty() ? "" : request.argv.front();
  const std::filesystem::path program = find_program(name);
  if (program.empty()) {
    result.start_error =
        name.empty() ? "no program was named" : "the program " + name + " was not found";
    return result;
  }
  try {
    return run(request, program.string());
  } catch (const std::system_error& error) {
    result.start_error = "cannot run " + name + ": " + error.what();
    return result;
  }
}

std::string ProcessResult::how_it_ended() const {
  if (!started) return start_error;
  if (timed_out) return "no answer within " + std::to_string(std::lround(seconds)) + " s";
  if (signal)
    return "killed by signal " + std::to_string(signal) + " (" + ::strsignal(signal) +
           ")";
  return "exit code " + std::to_string(exit_code);
}

}  // namespace gridlock
