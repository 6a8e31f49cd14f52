#include "checker/worker_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "checker/interrupt.h"
#include "common/files.h"

namespace gridlock {
namespace {

using namespace std::chrono_literals;

/// The worker's ends of the pipes get descriptors from this number on.
constexpr int kFirstDescriptor = 200;
constexpr std::size_t kPendingMax = 1 << 20;
constexpr std::uint64_t kFileBytesMax = 32 << 20;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void close_fd(int& fd) {
  if (fd >= 0) ::close(std::exchange(fd, -1));
}

/// Two descriptors, closed unless they are taken.
struct Pipe {
  int read_end = -1;
  int write_end = -1;
  Pipe() {
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0) fail("cannot make a pipe");
    read_end = fds[0];
    write_end = fds[1];
  }
  ~Pipe() {
    close_fd(read_end);
    close_fd(write_end);
  }
};

void move_up(int& fd) {
  const int high = ::fcntl(fd, F_DUPFD_CLOEXEC, kFirstDescriptor);
  if (high < 0) fail("cannot duplicate a descriptor");
  ::close(std::exchange(fd, high));
}

void set_nonblocking(int fd) { ::fcntl(fd, F_SETFL, O_NONBLOCK); }

/// The few environment variables that a worker may see.  The two of the sanitizers are
/// for the tests: sanitizer reports must not get lost in a worker's output.
std::vector<std::string> worker_environment() {
  std::vector<std::string> kept{"PATH=/usr/bin:/bin", "LANG=C.UTF-8"};
  for (const char* key :
       {"HOME", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER",
        "CUDA_MODULE_LOADING", "NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES",
        "ASAN_OPTIONS", "UBSAN_OPTIONS"})
    if (const char* value = std::getenv(key))
      kept.push_back(std::string(key) + "=" + value);
  return kept;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& text : strings) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

void set_limit(__rlimit_resource_t resource, std::uint64_t value) {
  const rlimit limit{value, value};
  ::setrlimit(resource, &limit);
}

/// Everything that the child needs between fork and exec, where it must not allocate.
struct ChildPlan {
  const char* program;
  char** arguments;
  char** environment;
  int null, output, frames_in, frames_out;
  pid_t parent;
};

[[noreturn]] void become(const ChildPlan& plan) {
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) ::signal(number, SIG_DFL);
  ::dup2(plan.null, 0);
  ::dup2(plan.output, 1);
  ::dup2(plan.output, 2);
  ::syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC);
  ::fcntl(plan.frames_in, F_SETFD, 0);
  ::fcntl(plan.frames_out, F_SETFD, 0);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_FSIZE, kFileBytesMax);
  if (::chdir("/") == 0) ::execve(plan.program, plan.arguments, plan.environment);
  ::_exit(127);
}

/// The running workers; every other process in a foreign session is an orphan.
std::set<pid_t>& live_workers() {
  static std::set<pid_t> pids;
  return pids;
}

/// The resident memory of the process; 0 if it is gone.  (A limit on its address space
/// would not work: the simulator and the CUDA driver reserve far more than they use.)
std::uint64_t resident_bytes(pid_t pid) {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid));
  std::uint64_t pages = 0;
  std::uint64_t resident_pages = 0;
  statm >> pages >> resident_pages;
  return resident_pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

WorkerProcess::WorkerProcess(const WorkerSpec& spec)
    : executor_(spec.executor),
      memory_max_(spec.memory_max),
      ended_for_memory_before_(processes_ended_for_memory()) {
  start(spec);
}

WorkerProcess::~WorkerProcess() { bury(); }

void WorkerProcess::start(const WorkerSpec& spec) {
  Pipe to, from, output;
  move_up(to.read_end);
  move_up(from.write_end);
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null < 0) fail("cannot open /dev/null");

  std::vector<std::string> arguments{spec.executable.string(), spec.module.string(),
                                     std::to_string(to.read_end),
                                     std::to_string(from.write_end)};
  std::vector<std::string> environment = worker_environment();
  const auto argument_pointers = pointers(arguments);
  const auto environment_pointers = pointers(environment);
  const ChildPlan plan{arguments[0].c_str(),
                       const_cast<char**>(argument_pointers.data()),
                       const_cast<char**>(environment_pointers.data()),
                       null,
                       output.write_end,
                       to.read_end,
                       from.write_end,
                       ::getpid()};
  pid_ = ::fork();
  if (pid_ == 0) become(plan);
  ::close(null);
  if (pid_ < 0) fail("cannot start a worker process");
  live_workers().insert(pid_);
  end_fd_ = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  to_worker_ = std::exchange(to.write_end, -1);
  from_worker_ = std::exchange(from.read_end, -1);
  output_fd_ = std::exchange(output.read_end, -1);
  for (const int fd : {to_worker_, from_worker_, output_fd_}) set_nonblocking(fd);
}

WorkerProcess::Received WorkerProcess::receive(Clock::time_point deadline) {
  if (!is_alive()) return WorkerFate{Verdict::grader_error, "The worker is not running."};
  Patience patience(pid_, deadline);
  try {
    for (;;) {
      stop_if_interrupted();
      if (auto frame = decoder_.next()) return std::move(*frame);
      if (frames_ended_) return fate_of_the_dead();
      if (pending_.size() > kPendingMax)
        return end(Verdict::protocol_error, "It sends without reading our answers.");
      if (printed_ > kOutputMax)
        return end(Verdict::output_limit,
                   fmt::format("It printed more than {} MiB.", kOutputMax >> 20));
      if (is_time_to_look()) {
        patience.look(looked_at_);
        if (resident_bytes(pid_) > memory_max_)
          return end(
              Verdict::out_of_memory,
              fmt::format("It used more than {} MiB of memory.", memory_max_ >> 20));
      }
      if (const auto over = patience.over(Clock::now())) {
        bury();
        return *over;
      }
      wait_for_event(patience.deadline());
    }
  } catch (const ProtocolError& error) {
    return end(Verdict::protocol_error,
               fmt::format("The submission disturbed the connection to the grader: {}.",
                           error.what()));
  }
}

bool WorkerProcess::is_time_to_look() {
  const auto now = Clock::now();
  if (now - looked_at_ < 50ms) return false;
  looked_at_ = now;
  return true;
}

void WorkerProcess::wait_for_event(Clock::time_point deadline) {
  std::array<pollfd, 5> events{{
      {from_worker_, POLLIN, 0},
      {output_fd_, POLLIN, 0},
      {interrupt_descriptor(), POLLIN, 0},
      {pending_.empty() ? -1 : to_worker_, POLLOUT, 0},
      {end_fd_, POLLIN, 0},
  }};
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  // Short waits, to sample its memory in between.
  const int timeout = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 100));
  if (::poll(events.data(), events.size(), timeout) < 0 && errno != EINTR)
    fail("cannot wait for a worker");
  if (events[1].revents) read_output();
  if (events[0].revents) read_frames();
  if (events[3].revents) write_pending();
  if (events[4].revents) note_end();
}

void WorkerProcess::note_end() {
  close_fd(end_fd_);
  // A child that it left behind may keep the pipe open, so the pipe may never end.
  for (int i = 0; i < 256 && !frames_ended_; ++i) read_frames();
  frames_ended_ = true;
}

bool WorkerProcess::speaks_unasked() {
  if (is_alive()) read_frames();
  return decoder_.in_the_middle();
}

void WorkerProcess::write_pending() {
  const ssize_t written = ::write(to_worker_, pending_.data(), pending_.size());
  if (written > 0) pending_.erase(0, static_cast<std::size_t>(written));
  // A closed pipe: the other pipe shows what happened.
  if (written < 0 && errno == EPIPE) pending_.clear();
}

void WorkerProcess::read_frames() {
  char buffer[1 << 16];
  const ssize_t got = ::read(from_worker_, buffer, sizeof buffer);
  if (got > 0) decoder_.feed({buffer, static_cast<std::size_t>(got)});
  if (got == 0) frames_ended_ = true;
}

void WorkerProcess::read_output() {
  char buffer[1 << 16];
  const ssize_t got = ::read(output_fd_, buffer, sizeof buffer);
  if (got == 0) close_fd(output_fd_);
  if (got <= 0) return;
  printed_ += static_cast<std::uint64_t>(got);
  const std::size_t room = kOutputKept - std::min(kOutputKept, output_.size());
  output_.append(buffer, std::min(room, static_cast<std::size_t>(got)));
}

std::string WorkerProcess::take_output() {
  if (output_fd_ >= 0) read_output();
  printed_ = 0;
  return std::exchange(output_, {});
}

WorkerFate WorkerProcess::end(Verdict verdict, const std::string& message) {
  bury();
  return {verdict, message};
}

WorkerFate WorkerProcess::fate_of_the_dead() {
  const std::optional<ProcessEnd> ended = wait_for_end(500ms);
  if (output_fd_ >= 0) read_output();
  if (!ended)
    return end(Verdict::protocol_error,
               "The submission closed the connection to the grader.");
  bury();
  return fate_of(*ended,
                 {memory_max_, inherited_cpu_limit(), tight_file_limit(kFileBytesMax)});
}

std::optional<ProcessEnd> WorkerProcess::wait_for_end(std::chrono::milliseconds limit) {
  if (pid_ <= 0) return std::nullopt;
  const auto deadline = Clock::now() + limit;
  for (auto pause = 100us;; pause = std::min(pause * 2, std::chrono::microseconds(5ms))) {
    int status = 0;
    rusage usage{};
    const pid_t ended = ::wait4(pid_, &status, WNOHANG, &usage);
    if (ended == pid_) {
      // The group may contain its children; kill them too.
      ::kill(-pid_, SIGKILL);
      live_workers().erase(std::exchange(pid_, -1));
      const auto peak = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
      return ProcessEnd{status, peak, seconds(usage.ru_utime) + seconds(usage.ru_stime),
                        processes_ended_for_memory() > ended_for_memory_before_};
    }
    if (ended < 0 && errno != EINTR) return std::nullopt;
    if (Clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(pause);
  }
}

void WorkerProcess::bury() {
  close_fd(to_worker_);
  close_fd(from_worker_);
  close_fd(end_fd_);
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::kill(-pid_, SIGKILL);
    // A process inside a GPU driver may take a while to die.
    wait_for_end(executor_ == ExecutorKind::gpu ? 10s : 2s);
    live_workers().erase(std::exchange(pid_, -1));
  }
  if (output_fd_ >= 0) read_output();
  close_fd(output_fd_);
  end_orphans();
}

namespace {

/// Our children, as listed by the kernel; empty if it does not list them.
std::set<pid_t> children() {
  std::set<pid_t> found;
  std::ifstream list(fmt::format("/proc/self/task/{}/children", ::getpid()));
  for (pid_t pid; list >> pid;) found.insert(pid);
  return found;
}

bool adopting = false;
std::set<pid_t> not_ours;  ///< Children that existed before we began.

/// A worker has its own session; an orphan of a worker is in that one, or in one that it
/// made.  Other programs that we run stay in our session.
bool is_orphan(pid_t pid) {
  return !not_ours.contains(pid) && !live_workers().contains(pid) &&
         ::getsid(pid) != ::getsid(0);
}

}  // namespace

void adopt_orphans() {
  adopting = ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
  not_ours = children();
}

void end_orphans() {
  if (!adopting) return;
  for (int round = 0; round < 8; ++round) {  // Killing one may orphan the next.
    bool any = false;
    for (const pid_t pid : children()) {
      if (!is_orphan(pid)) continue;
      any = true;
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
    if (!any) return;
  }
}

}  // namespace gridlock
