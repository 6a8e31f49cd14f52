#include "isolation/unused_user.h"

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// Numbers of users that no distribution assigns, according to systemd's table.
struct Range {
  std::uint32_t first, count;
};
constexpr std::array kUnused{Range{1'879'048'192, 65'536}, Range{60'706, 478}};

/// Whether our user namespace maps these users; a container's often maps the first
/// 65,536.
bool is_mapped(const Range& range) {
  std::ifstream map("/proc/self/uid_map");
  for (std::uint64_t inside = 0, outside = 0, count = 0;
       map >> inside >> outside >> count;)
    if (inside <= range.first && range.first + range.count <= inside + count) return true;
  return false;
}

/// Claims the user by a socket's name, which only one process at a time can have and
/// which the kernel frees when the process ends.
/// \returns a closed descriptor if another process has it
Descriptor lock_user(std::uint32_t user) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  // A name that begins with a zero byte is not a file.
  const std::string name = "gridlock-user-" + std::to_string(user);
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const auto length = static_cast<socklen_t>(sizeof(sa_family_t) + 1 + name.size());
  if (::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), length) != 0) return {};
  return socket;
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

}  // namespace

bool limit_processes(std::uint64_t count) noexcept {
  rlimit limit{};
  if (count == 0 || ::getrlimit(RLIMIT_NPROC, &limit) != 0) return true;
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, count);
  limit.rlim_cur = limit.rlim_max;
  return ::setrlimit(RLIMIT_NPROC, &limit) == 0;
}

bool has_unused_users() { return std::any_of(kUnused.begin(), kUnused.end(), is_mapped); }

UnusedUser::UnusedUser(std::vector<fs::path> folders) : given_(std::move(folders)) {
  std::random_device random;
  for (const Range& range : kUnused) {
    if (!is_mapped(range)) continue;
    for (std::uint32_t tries = 0; tries < range.count && !lock_.is_open(); ++tries) {
      number_ = range.first + random() % range.count;
      lock_ = lock_user(number_);
    }
    if (lock_.is_open()) break;
  }
  if (!lock_.is_open()) throw std::runtime_error("There is no unused user here");
  give(given_, number_);
}

UnusedUser::~UnusedUser() { give(given_, ::geteuid()); }

}  // namespace gridlock
