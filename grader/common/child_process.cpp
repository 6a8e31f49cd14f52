#include "common/child_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <system_error>

extern char** environ;

namespace gridlock {
namespace {

constexpr int kAboveStandard = 3;
constexpr int kNoProgram = 127;  ///< A shell exits with this code, too.

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const std::string& text : strings)
    result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

/// The child's data, made before the fork: between fork and exec only async-signal-safe
/// functions are allowed.
struct Prepared {
  const ChildPlan& plan;
  std::vector<char*> arguments, environment;
  pid_t parent;
  int report;  ///< Receives errno if the exec fails.
};

/// \param grace how far above the limit the kernel ends the program with SIGKILL
void set_limit(__rlimit_resource_t resource, std::uint64_t value,
               std::uint64_t grace = 0) {
  const rlimit limit{value, value + grace};
  ::setrlimit(resource, &limit);
}

void set_limits(const ResourceLimits& limits) {
  if (limits.without_core_file) set_limit(RLIMIT_CORE, 0);
  if (limits.address_space_bytes) set_limit(RLIMIT_AS, limits.address_space_bytes);
  // The kernel sends SIGXCPU at the limit, SIGKILL 5 s later.
  if (limits.cpu_seconds) set_limit(RLIMIT_CPU, limits.cpu_seconds, 5);
  if (limits.file_bytes) set_limit(RLIMIT_FSIZE, limits.file_bytes);
}

void hide_descriptors() {
  if (::syscall(SYS_close_range, kAboveStandard, ~0u, CLOSE_RANGE_CLOEXEC) == 0) return;
  const long highest = ::sysconf(_SC_OPEN_MAX);
  for (int fd = kAboveStandard; fd < std::min(highest, 65536L); ++fd)
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

bool set_descriptors(const ChildPlan& plan) {
  const int standard[] = {plan.input, plan.output, plan.errors};
  for (int number = 0; number < kAboveStandard; ++number)
    if (standard[number] != number && ::dup2(standard[number], number) < 0) return false;
  if (plan.place != ChildPlace::foreground) hide_descriptors();
  for (const int fd : plan.kept)
    if (::fcntl(fd, F_SETFD, 0) != 0) return false;
  return true;
}

void set_default_signals() {
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // Handlers do not survive the exec, but ignored signals stay ignored: Python ignores
  // SIGXFSZ, and then no compiler would end at its limit.
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
}

void end_with_parent(pid_t parent, int signal) {
  ::prctl(PR_SET_PDEATHSIG, signal);
  if (::getppid() != parent) ::_exit(kNoProgram);  // The parent died first.
}

void take_place(ChildPlace place) {
  if (place == ChildPlace::own_group) ::setpgid(0, 0);
  if (place == ChildPlace::own_session) ::setsid();
}

/// In the child: becomes the program, or reports errno and ends.
[[noreturn]] void become(const Prepared& prepared) {
  const ChildPlan& plan = prepared.plan;
  set_default_signals();
  if (set_descriptors(plan) &&
      (plan.working_dir.empty() || ::chdir(plan.working_dir.c_str()) == 0)) {
    set_limits(plan.limits);
    if (!plan.hold || plan.hold->enter())
      ::execve(plan.program.c_str(), prepared.arguments.data(),
               prepared.environment.data());
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t sent = ::write(prepared.report, &error, sizeof error);
  ::_exit(kNoProgram);
}

/// Kills our children, and those that we inherit after that, until there are none.
void end_children() {
  do {
    char list[4096];
    const int file = ::open("/proc/thread-self/children", O_RDONLY);
    // An old kernel does not list children: kill our group instead.
    if (file < 0) ::kill(0, SIGKILL);
    const ssize_t got = ::read(file, list, sizeof list);
    ::close(file);
    pid_t child = 0;
    for (ssize_t i = 0; i < got; ++i) {
      const bool digit = list[i] >= '0' && list[i] <= '9';
      if (digit) child = child * 10 + (list[i] - '0');
      if (!digit && child > 0) ::kill(std::exchange(child, 0), SIGKILL);
    }
  } while (::waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
}

/// In the child: starts the program and waits for its end, or for SIGTERM, which our
/// parent's end causes; then ends the remaining processes and exits with the program's
/// shell code.
[[noreturn]] void guard(Prepared& prepared) {
  set_default_signals();
  sigset_t awaited;
  sigemptyset(&awaited);
  for (const int number : {SIGTERM, SIGCHLD}) sigaddset(&awaited, number);
  ::sigprocmask(SIG_BLOCK, &awaited, nullptr);
  end_with_parent(prepared.parent, SIGTERM);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  prepared.parent = ::getpid();
  const pid_t program = ::fork();
  if (program == 0) {
    end_with_parent(prepared.parent, SIGKILL);
    become(prepared);
  }
  // Close our copies, so that a pipe ends when the program closes its end.
  if (::syscall(SYS_close_range, 0, ~0u, 0) != 0)
    for (int fd = 0; fd < std::min(::sysconf(_SC_OPEN_MAX), 65536L); ++fd) ::close(fd);
  for (int number = 0, status = 0; number != SIGTERM;) {
    ::sigwait(&awaited, &number);
    for (pid_t ended; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;)
      if (ended == program) {
        end_children();
        ::_exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
      }
  }
  end_children();
  ::_exit(128 + SIGKILL);
}

[[noreturn]] void begin(Prepared& prepared) {
  take_place(prepared.plan.place);
  if (prepared.plan.has_guard) guard(prepared);
  if (prepared.plan.place != ChildPlace::foreground)
    end_with_parent(prepared.parent, SIGKILL);
  become(prepared);
}

/// The child's errno if exec failed; 0 if the program has started.
int start_error(int report) {
  int error = 0;
  ssize_t got;
  while ((got = ::read(report, &error, sizeof error)) < 0 && errno == EINTR) {
  }
  return got == sizeof error ? error : 0;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

bool is_executable_file(const std::filesystem::path& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

Descriptor moved_up(Descriptor fd, int least) {
  if (fd.get() >= least) return fd;
  Descriptor moved(::fcntl(fd.get(), F_DUPFD_CLOEXEC, least));
  if (!moved.is_open()) fail("cannot duplicate a descriptor");
  return moved;
}

Pipe::Pipe() {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) fail("cannot make a pipe");
  Descriptor out(fds[0]);
  Descriptor in(fds[1]);
  read_end = moved_up(std::move(out), kAboveStandard);
  write_end = moved_up(std::move(in), kAboveStandard);
}

Descriptor input_of(const std::string& text) {
  Descriptor opened(text.empty() ? ::open("/dev/null", O_RDONLY | O_CLOEXEC)
                                 : ::memfd_create("input", MFD_CLOEXEC));
  if (!opened.is_open()) fail("cannot open an input");
  Descriptor file = moved_up(std::move(opened), kAboveStandard);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(file.get(), text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) fail("cannot write to a file in memory");
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  if (!text.empty() && ::lseek(file.get(), 0, SEEK_SET) != 0)
    fail("cannot rewind a file in memory");
  return file;
}

void set_nonblocking(const Descriptor& fd) { ::fcntl(fd.get(), F_SETFL, O_NONBLOCK); }

std::vector<std::string> environment_with(const EnvironmentChanges& changes) {
  std::vector<std::string> merged;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    bool replaced = false;
    for (const auto& [key, value] : changes)
      replaced |= text.substr(0, text.find('=')) == key;
    if (!replaced) merged.emplace_back(text);
  }
  for (const auto& [key, value] : changes) merged.push_back(key + "=" + value);
  return merged;
}

ChildProcess::ChildProcess(const ChildPlan& plan)
    : has_own_group_(plan.place != ChildPlace::foreground),
      has_guard_(plan.has_guard),
      hold_(plan.hold) {
  Pipe report;
  Prepared prepared{plan, pointers(plan.arguments), pointers(plan.environment),
                    ::getpid(), report.write_end.get()};
  pid_ = ::fork();
  if (pid_ == 0) begin(prepared);
  const std::string what = "cannot run " + plan.program.string();
  if (pid_ < 0) fail(what.c_str());
  report.write_end.close();
  if (const int error = start_error(report.read_end.get())) {
    end();
    throw std::system_error(error, std::generic_category(), what);
  }
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(other.release()),
      has_own_group_(other.has_own_group_),
      has_guard_(other.has_guard_),
      hold_(std::move(other.hold_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(has_own_group_, other.has_own_group_);
  std::swap(has_guard_, other.has_guard_);
  std::swap(hold_, other.hold_);
  return *this;
}

Descriptor ChildProcess::end_descriptor() const {
  Descriptor pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  return pidfd.is_open() ? moved_up(std::move(pidfd), kAboveStandard) : std::move(pidfd);
}

bool ChildProcess::has_ended() const {
  if (!is_open()) return false;
  siginfo_t info{};
  constexpr int kOptions = WEXITED | WNOHANG | WNOWAIT;
  if (::waitid(P_PID, static_cast<id_t>(pid_), &info, kOptions) != 0)
    // The system reaps our children if our parent made us ignore SIGCHLD.
    return errno == ECHILD;
  return info.si_pid == pid_;
}

std::optional<ChildEnd> ChildProcess::take_end() {
  if (!has_ended()) return std::nullopt;
  return reap();
}

ChildEnd ChildProcess::wait() {
  if (!is_open()) return {};
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) != 0 &&
         errno == EINTR) {
  }
  return reap();
}

void ChildProcess::kill() const {
  if (!is_open()) return;
  if (has_guard_) {
    ::kill(pid_, SIGTERM);  // The guard ends all others.
    return;
  }
  ::kill(pid_, SIGKILL);
  if (has_own_group_) ::kill(-pid_, SIGKILL);
  if (hold_) hold_->kill();
}

ChildEnd ChildProcess::end() {
  kill();
  return wait();
}

ChildEnd ChildEnd::of_program() const {
  ChildEnd end = *this;
  const int number = exit_code - 128;
  if (number > 0 && number <= SIGRTMAX) {
    end.exit_code = -1;
    end.signal = number;
  }
  return end;
}

ChildEnd ChildProcess::reap() {
  if (has_own_group_) ::kill(-pid_, SIGKILL);
  if (hold_) hold_->kill();
  int status = 0;
  rusage usage{};
  pid_t reaped;
  while ((reaped = ::wait4(pid_, &status, 0, &usage)) < 0 && errno == EINTR) {
  }
  ChildEnd end;
  if (reaped == release()) {
    if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  }
  end.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
  end.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  end.memory_ran_out = hold_ && hold_->memory_ran_out();
  hold_.reset();
  return has_guard_ ? end.of_program() : end;
}

std::uint64_t resident_bytes(pid_t pid) {
  std::ifstream statm("/proc/" + std::to_string(pid) + "/statm");
  std::uint64_t pages = 0, resident_pages = 0;
  statm >> pages >> resident_pages;
  return resident_pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
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

}  // namespace gridlock
