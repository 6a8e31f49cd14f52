#include "isolation/other_user.h"

#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "isolation/unused_user.h"

namespace gridlock {
namespace {

/// The capability to read files of any owner: the weaker one if we have both; -1 if we
/// have neither.
int right_to_read() {
  for (const int right : {CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE})
    if (::prctl(PR_CAPBSET_READ, right, 0, 0, 0) == 1) return right;
  return -1;
}

/// Becomes the user, for good, with only this capability, or (-1) with none.  Calls the
/// kernel directly: glibc's functions wait for other threads, which a fork has not
/// copied.
bool become(std::uint32_t user, int right) noexcept {
  if (::syscall(SYS_setgroups, 0, nullptr) != 0) return false;
  if (::syscall(SYS_setresgid, user, user, user) != 0) return false;
  if (::prctl(PR_SET_KEEPCAPS, right >= 0, 0, 0, 0) != 0) return false;
  if (::syscall(SYS_setresuid, user, user, user) != 0) return false;
  if (right < 0) return true;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const std::uint32_t bit = 1u << right;
  const __user_cap_data_struct data[2] = {{bit, bit, bit}, {0, 0, 0}};
  return ::syscall(SYS_capset, &header, data) == 0 &&
         ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, right, 0, 0) == 0;
}

class OtherUser final : public ChildHold {
 public:
  OtherUser(const FileRules& rules, const ResourceLimits& limits)
      : rules_(landlock_rules(rules)),
        user_(rules.writable),
        processes_(limits.processes),
        own_entry_(rules.own_entry),
        right_(right_to_read()) {}
  ~OtherUser() override { kill(); }

  bool enter() const noexcept override {
    if (!limit_processes(processes_)) return false;
    const pid_t parent = ::getppid();
    if (!become(user_.number(), right_)) return false;
    // A change of user clears the signal for the parent's death: set it again.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent || (own_entry_ && !allow_own_entry(rules_))) return false;
    return give_up_files(rules_);
  }

  /// A copy of this process becomes the user and kills all processes that it may kill:
  /// those of the user.
  void kill() const noexcept override {
    const pid_t killer = ::fork();
    if (killer == 0) {
      if (become(user_.number(), -1)) ::kill(-1, SIGKILL);
      ::_exit(0);
    }
    while (killer > 0 && ::waitpid(killer, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

 private:
  Descriptor rules_;
  UnusedUser user_;
  std::uint64_t processes_;
  bool own_entry_;
  int right_;
};

}  // namespace

std::string why_no_other_user() {
  if (::geteuid() != 0)
    return "Only root can run the files of others as another user, without a box.";
  if (landlock_version() == 0)
    return "This system's kernel has no Landlock, which would hide files from another "
           "user.";
  if (right_to_read() < 0)
    return "This container has neither of the rights CAP_DAC_READ_SEARCH and "
           "CAP_DAC_OVERRIDE.";
  return has_unused_users() ? "" : "This container has no unused user.";
}

std::shared_ptr<const ChildHold> as_other_user(const FileRules& rules,
                                               const ResourceLimits& limits) {
  return std::make_shared<const OtherUser>(rules, limits);
}

}  // namespace gridlock
