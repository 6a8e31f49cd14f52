#include "cli/loop/check_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>

#include "common/text.h"
#include "report/layout.h"

namespace gridlock {
namespace {

using namespace std::chrono_literals;

/// How long a check may take to end in an orderly way.
constexpr std::chrono::milliseconds kOrderlyEnd = 1500ms;
/// What is kept of its output and of its record.
constexpr std::size_t kTextMax = 8 << 20;
/// What the report writes to take its last line back.
constexpr std::string_view kTakeBack = "\r\x1b[K";

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct PipeEnds {
  Descriptor read_end, write_end;
  PipeEnds() {
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0) fail("cannot make a pipe");
    read_end = Descriptor(fds[0]);
    write_end = Descriptor(fds[1]);
    ::fcntl(fds[0], F_SETFL, O_NONBLOCK);
  }
};

/// This program's file; the new one, if it was built again in the meantime.
std::string own_program() {
  std::string path = std::filesystem::read_symlink("/proc/self/exe").string();
  constexpr std::string_view kDeleted = " (deleted)";
  if (path.ends_with(kDeleted)) path.resize(path.size() - kDeleted.size());
  return path;
}

/// What is there to read; closes at the end.
void take_from(Descriptor& from, std::string& text) {
  char buffer[1 << 14];
  while (from.is_open()) {
    const ssize_t got = ::read(from.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return;
    if (got == 0) from.close();
    if (text.size() < kTextMax) text.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace

CheckProcess::CheckProcess(const std::vector<std::string>& arguments,
                           const Environment& environment) {
  start(arguments, environment);
}

void CheckProcess::start(const std::vector<std::string>& arguments,
                         const Environment& environment) {
  PipeEnds output, record;
  std::vector<std::string> words{own_program(), "check"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  words.insert(words.end(),
               {"--json", "/dev/fd/" + std::to_string(record.write_end.get())});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) fail("cannot start a process");
  if (pid_ == 0) {
    ::setpgid(0, 0);  // Ctrl-C is for us to pass on.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    const int null = ::open("/dev/null", O_RDONLY);
    ::dup2(null, 0);
    ::dup2(output.write_end.get(), 1);
    ::dup2(output.write_end.get(), 2);
    ::fcntl(record.write_end.get(), F_SETFD, 0);
    for (const auto& [key, value] : environment) ::setenv(key.c_str(), value.c_str(), 1);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  output_ = std::move(output.read_end);
  record_ = std::move(record.read_end);
}

CheckProcess::~CheckProcess() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGINT);
  const auto deadline = Clock::now() + kOrderlyEnd;
  std::string unread;
  while (Clock::now() < deadline) {
    take_from(output_, unread);  // It must not wait for us.
    take_from(record_, unread);
    if (::waitpid(pid_, nullptr, WNOHANG) != 0) return;
    std::this_thread::sleep_for(2ms);
  }
  // Its workers and compilers end with it: they asked the kernel for that.
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void CheckProcess::show(const std::string& text) {
  screen_ += text;
  for (std::size_t at; (at = screen_.find(kTakeBack)) != std::string::npos;) {
    const std::size_t line = screen_.rfind('\n', at);
    const std::size_t begin = line == std::string::npos ? 0 : line + 1;
    screen_.erase(begin, at + kTakeBack.size() - begin);
  }
}

std::string CheckProcess::activity() const {
  const std::size_t line = screen_.rfind('\n');
  return one_line(line == std::string::npos ? screen_ : screen_.substr(line + 1));
}

std::optional<CheckEnd> CheckProcess::take() {
  // First whether it has ended, then what it said: so that nothing is missed.
  int status = 0;
  const bool ended = pid_ > 0 && ::waitpid(pid_, &status, WNOHANG) == pid_;
  std::string text;
  take_from(output_, text);
  take_from(record_, record_text_);
  show(text);
  if (!ended) return std::nullopt;
  pid_ = -1;
  CheckEnd end;
  if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

}  // namespace gridlock
