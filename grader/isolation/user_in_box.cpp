#include "isolation/user_in_box.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace gridlock {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// A map of each of our users or groups to the same number: "first first count" per line.
std::string same_numbers(const char* our_map) {
  std::ifstream map(our_map);
  std::string same;
  for (std::string first, outside, count; map >> first >> outside >> count;)
    same += first + " " + first + " " + count + "\n";
  return same;
}

/// Writes to a file of /proc, which takes one write only.
void tell(const fs::path& file, const std::string& text) {
  const Descriptor fd(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd.is_open() ||
      ::write(fd.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    fail("cannot write " + file.string());
}

/// A copy of this process enters a new namespace and reports it; then it waits to be
/// killed.
[[noreturn]] void hold_new_namespace(int report) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const char done = ::syscall(SYS_unshare, CLONE_NEWUSER) == 0 ? 'y' : 'n';
  if (::write(report, &done, 1) == 1 && done == 'y')
    for (;;) ::pause();
  ::_exit(1);
}

Descriptor make_namespace() {
  Pipe report;
  const pid_t copy = ::fork();
  if (copy == 0) hold_new_namespace(report.write_end.get());
  if (copy < 0) fail("cannot make a copy of this process");
  const ChildProcess holder(copy);
  report.write_end.close();
  char done = 'n';
  while (::read(report.read_end.get(), &done, 1) < 0 && errno == EINTR) {
  }
  if (done != 'y')
    throw std::system_error(EPERM, std::generic_category(),
                            "cannot make a user namespace");
  const fs::path entry = "/proc/" + std::to_string(copy);
  tell(entry / "uid_map", same_numbers("/proc/self/uid_map"));
  tell(entry / "gid_map", same_numbers("/proc/self/gid_map"));
  const std::string file = (entry / "ns/user").string();
  Descriptor found(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!found.is_open()) fail("cannot open " + file);
  return moved_up(std::move(found), STDERR_FILENO + 1);
}

const Descriptor& shared_namespace() {
  static const Descriptor made = make_namespace();
  return made;
}

}  // namespace

bool can_be_user_in_box() {
  return ::geteuid() == 0 && has_unused_users() && !find_program("setpriv").empty();
}

UserInBox::UserInBox(const std::vector<fs::path>& writable, const ResourceLimits& limits)
    : user_(writable), processes_(limits.processes) {
  shared_namespace();
}

std::vector<std::string> UserInBox::options_for_bubblewrap() {
  return {"--unshare-ipc",
          "--unshare-pid",
          "--unshare-net",
          "--unshare-uts",
          "--unshare-cgroup-try",
          "--cap-drop",
          "ALL",
          "--cap-add",
          "CAP_SETUID",
          "--cap-add",
          "CAP_SETGID",
          "--cap-add",
          "CAP_SETPCAP",
          "--cap-add",
          "CAP_DAC_READ_SEARCH"};
}

std::vector<std::string> UserInBox::command_to_become() const {
  const std::string number = std::to_string(user_.number());
  const std::string only = "-all,+dac_read_search";
  return {find_program("setpriv").string(),
          "--reuid=" + number,
          "--regid=" + number,
          "--clear-groups",
          "--inh-caps=" + only,
          "--ambient-caps=" + only,
          "--bounding-set=" + only,
          "--no-new-privs",
          "--"};
}

bool UserInBox::enter() const noexcept {
  if (!limit_processes(processes_)) return false;
  const pid_t parent = ::getppid();
  if (::setns(shared_namespace().get(), CLONE_NEWUSER) != 0) return false;
  // A change of credentials may clear the signal for the parent's death: set it again.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  return ::getppid() == parent;
}

}  // namespace gridlock
