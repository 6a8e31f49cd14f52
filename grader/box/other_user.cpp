#include "box/other_user.h"

#include <grp.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <random>
#include <stdexcept>
#include <system_error>

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// Users that no distribution gives to anybody, by systemd's table of numbers.
struct Range {
  std::uint32_t first, count;
};
constexpr std::array kUnused{Range{1'879'048'192, 65'536}, Range{60'706, 478}};

/// Whether our user namespace has these users; a container's often has the first 65,536.
bool is_mapped(const Range& range) {
  std::ifstream map("/proc/self/uid_map");
  for (std::uint64_t inside = 0, outside = 0, count = 0;
       map >> inside >> outside >> count;)
    if (inside <= range.first && range.first + range.count <= inside + count) return true;
  return false;
}

/// A name that only one process at a time can have, and that goes with the process.
/// \returns a closed descriptor if another one has it
Descriptor lock_user(std::uint32_t user) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  // Behind a zero byte: no file.
  const std::string name = "gridlock-user-" + std::to_string(user);
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const auto length = static_cast<socklen_t>(sizeof(sa_family_t) + 1 + name.size());
  if (::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), length) != 0) return {};
  return socket;
}

/// The right that lets the program read what the rules name, whoever owns it: the weaker
/// one if we have both.  -1: we have neither.
int right_to_read() {
  for (const int right : {CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE})
    if (::prctl(PR_CAPBSET_READ, right, 0, 0, 0) == 1) return right;
  return -1;
}

/// Becomes the user, for good, with this right alone or (-1) with none.  With system
/// calls of our own: glibc's wait for other threads, which a fork has not copied.
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

void give(const std::vector<fs::path>& folders, uid_t user) {
  const auto give_one = [&](const fs::path& path) {
    [[maybe_unused]] const int done = ::lchown(path.c_str(), user, user);
  };
  for (const fs::path& folder : folders) {
    give_one(folder);
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error))
      give_one(entry.path());
  }
}

class OtherUser final : public ChildHold {
 public:
  OtherUser(const FileRules& rules, const ResourceLimits& limits)
      : rules_(landlock_rules(rules)),
        given_(rules.writable),
        processes_(limits.processes),
        own_entry_(rules.own_entry),
        right_(right_to_read()) {
    std::random_device random;
    for (const Range& range : kUnused) {
      if (!is_mapped(range)) continue;
      for (std::uint32_t tries = 0; tries < range.count && !lock_.is_open(); ++tries) {
        user_ = range.first + random() % range.count;
        lock_ = lock_user(user_);
      }
      if (lock_.is_open()) break;
    }
    if (!lock_.is_open()) throw std::runtime_error("There is no unused user here");
    give(given_, user_);
  }
  ~OtherUser() override {
    kill();
    give(given_, ::geteuid());
  }

  bool enter() const noexcept override {
    rlimit limit{};
    if (processes_ && ::getrlimit(RLIMIT_NPROC, &limit) == 0) {
      limit.rlim_max = std::min<rlim_t>(limit.rlim_max, processes_);
      limit.rlim_cur = limit.rlim_max;
      if (::setrlimit(RLIMIT_NPROC, &limit) != 0) return false;
    }
    const pid_t parent = ::getppid();
    if (!become(user_, right_)) return false;
    // Another user's process forgets that it is to end with us.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent || (own_entry_ && !allow_own_entry(rules_))) return false;
    return give_up_files(rules_);
  }

  /// A process of that user kills all that it may kill: the user's.
  void kill() const noexcept override {
    const pid_t killer = ::fork();
    if (killer == 0) {
      if (become(user_, -1)) ::kill(-1, SIGKILL);
      ::_exit(0);
    }
    while (killer > 0 && ::waitpid(killer, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

 private:
  Descriptor rules_;
  std::vector<fs::path> given_;
  std::uint64_t processes_;
  bool own_entry_;
  int right_;
  std::uint32_t user_ = 0;
  Descriptor lock_;
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
  for (const Range& range : kUnused)
    if (is_mapped(range)) return "";
  return "This container has no unused user.";
}

std::shared_ptr<const ChildHold> as_other_user(const FileRules& rules,
                                               const ResourceLimits& limits) {
  return std::make_shared<const OtherUser>(rules, limits);
}

}  // namespace gridlock
