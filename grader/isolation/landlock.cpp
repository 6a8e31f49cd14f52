#include "isolation/landlock.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include "isolation/view.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

// Copied from the kernel's linux/landlock.h: distributions have older versions of it.
constexpr long kCreate = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr unsigned kAskVersion = 1, kPathBeneath = 1;

struct Ruleset {
  std::uint64_t files, network, scopes;
};

struct [[gnu::packed]] PathBeneath {
  std::uint64_t allowed;
  std::int32_t folder;
};

constexpr std::uint64_t kExecute = 1 << 0, kWriteFile = 1 << 1, kReadFile = 1 << 2,
                        kReadFolder = 1 << 3, kTruncate = 1 << 14, kDevices = 1 << 15;
constexpr std::uint64_t kForFiles =
    kExecute | kWriteFile | kReadFile | kTruncate | kDevices;
constexpr std::uint64_t kReading = kExecute | kReadFile | kReadFolder;

/// All rights that a version of Landlock knows; the first had 13.
std::uint64_t known_to(int version) {
  constexpr int kFirst = 13;
  int rights = kFirst;
  if (version >= 2) ++rights;  // The right to move files between folders.
  if (version >= 3) ++rights;  // The right to truncate.
  if (version >= 5) ++rights;  // The right to control devices.
  return (std::uint64_t{1} << rights) - 1;
}

[[noreturn]] void fail() {
  throw std::system_error(errno, std::generic_category(), "cannot use Landlock");
}

class Rules {
 public:
  explicit Rules(const fs::path& hidden)
      : hidden_(real(hidden)), known_(known_to(version_)) {
    const Ruleset all{known_, version_ >= 4 ? 3u : 0u, version_ >= 6 ? 3u : 0u};
    const std::size_t size = sizeof(std::uint64_t) * (version_ >= 6   ? 3
                                                      : version_ >= 4 ? 2
                                                                      : 1);
    fd_ = Descriptor(static_cast<int>(::syscall(kCreate, &all, size, 0u)));
    if (!fd_.is_open()) fail();
  }

  void allow(const fs::path& path, std::uint64_t rights) {
    allow_real(real(path), rights);
  }

  Descriptor take() && { return std::move(fd_); }

 private:
  /// The path with its links resolved, as far as it exists.
  static fs::path real(const fs::path& path) {
    std::error_code error;
    return path.empty() ? path : fs::weakly_canonical(path, error);
  }

  /// Allows a path; if it contains the hidden folder, allows all of its contents but that
  /// folder.
  void allow_real(const fs::path& path, std::uint64_t rights) {
    if (!hidden_.empty() && is_beneath(hidden_, path)) {
      std::error_code error;
      if (path != hidden_)
        for (const auto& entry : fs::directory_iterator(path, error))
          allow_real(entry.path(), rights);
      return;
    }
    const Descriptor opened(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat status = {};
    if (!opened.is_open() || ::fstat(opened.get(), &status) != 0) return;
    if (S_ISLNK(status.st_mode)) return;  // A link may lead to the hidden folder.
    if (!S_ISDIR(status.st_mode)) rights &= kForFiles;
    const PathBeneath rule{rights & known_, opened.get()};
    if (::syscall(kAddRule, fd_.get(), kPathBeneath, &rule, 0u) != 0) fail();
  }

  const int version_ = landlock_version();
  const fs::path hidden_;
  const std::uint64_t known_;
  Descriptor fd_;
};

}  // namespace

int landlock_version() {
  const long version = ::syscall(kCreate, nullptr, std::size_t{0}, kAskVersion);
  return version > 0 ? static_cast<int>(version) : 0;
}

Descriptor landlock_rules(const FileRules& wanted) {
  Rules rules(wanted.hidden);
  for (const fs::path& path : wanted.readable) rules.allow(path, kReading);
  for (const fs::path& path : wanted.writable) rules.allow(path, ~std::uint64_t{0});
  return std::move(rules).take();
}

bool allow_own_entry(const Descriptor& rules) noexcept {
  const int entry = ::open("/proc/self", O_PATH | O_CLOEXEC);
  if (entry < 0) return false;
  const std::uint64_t rights = kReading | kWriteFile | kTruncate;
  const PathBeneath rule{rights & known_to(landlock_version()), entry};
  const long done = ::syscall(kAddRule, rules.get(), kPathBeneath, &rule, 0u);
  ::close(entry);
  return done == 0;
}

bool give_up_files(const Descriptor& rules) noexcept {
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(kRestrictSelf, rules.get(), 0u) == 0;
}

}  // namespace gridlock
