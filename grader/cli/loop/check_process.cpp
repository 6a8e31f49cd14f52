#include "cli/loop/check_process.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <thread>

#include "report/layout.h"

namespace gridlock {
namespace {

using namespace std::chrono_literals;

/// Time for a check to end in an orderly way.
constexpr std::chrono::milliseconds kOrderlyEnd = 1500ms;
/// Limit on what is kept of a check's output and of its record.
constexpr std::size_t kTextMax = 8 << 20;
/// The sequence with which the report clears its last line.
constexpr std::string_view kTakeBack = "\r\x1b[K";

/// This program's file; the new one, if it was rebuilt in the meantime.
std::string own_program() {
  std::string path = std::filesystem::read_symlink("/proc/self/exe").string();
  constexpr std::string_view kDeleted = " (deleted)";
  if (path.ends_with(kDeleted)) path.resize(path.size() - kDeleted.size());
  return path;
}

/// Appends what can be read now; closes the descriptor at the end of the file.
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
                           const EnvironmentChanges& environment) {
  Pipe output, record;
  const Descriptor input = input_of("");
  ChildPlan plan;
  plan.program = own_program();
  plan.arguments = {plan.program.string(), "check"};
  plan.arguments.insert(plan.arguments.end(), arguments.begin(), arguments.end());
  plan.arguments.insert(plan.arguments.end(),
                        {"--json", "/dev/fd/" + std::to_string(record.write_end.get())});
  plan.environment = environment_with(environment);
  plan.place = ChildPlace::own_group;  // This process passes Ctrl-C on.
  plan.input = input.get();
  plan.output = output.write_end.get();
  plan.errors = output.write_end.get();
  plan.kept = {record.write_end.get()};
  process_ = ChildProcess(plan);
  output_ = std::move(output.read_end);
  record_ = std::move(record.read_end);
  set_nonblocking(output_);
  set_nonblocking(record_);
}

CheckProcess::~CheckProcess() {
  if (!process_.is_open()) return;
  ::kill(process_.pid(), SIGINT);
  const auto deadline = Clock::now() + kOrderlyEnd;
  std::string unread;
  while (Clock::now() < deadline) {
    take_from(output_, unread);  // Its pipe must not fill up.
    take_from(record_, unread);
    if (process_.take_end()) return;
    std::this_thread::sleep_for(2ms);
  }
  // The kernel ends the check's workers and compilers with the check (PR_SET_PDEATHSIG).
  process_.end();
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

std::optional<ChildEnd> CheckProcess::take() {
  // Ask whether the check has ended before reading its output: so no output is missed.
  const std::optional<ChildEnd> end = process_.take_end();
  std::string text;
  take_from(output_, text);
  take_from(record_, record_text_);
  show(text);
  return end;
}

}  // namespace gridlock
