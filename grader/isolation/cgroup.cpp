#include "isolation/cgroup.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>

#include "common/descriptor.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// Groups are called gridlock-PID-NUMBER, after the process that made them; our own
/// processes move to kJudges.  Limits need the controllers in kNeeded.
constexpr std::string_view kPrefix = "gridlock-";
constexpr const char* kJudges = "gridlock-judge";
constexpr std::array kNeeded{"memory", "pids"};

/// Writes to a cgroup file, in one call.  False, with errno set, if that fails.
bool tell(const fs::path& file, std::string_view text) {
  const Descriptor fd(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return fd.is_open() &&
         ::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool has_word(const fs::path& file, std::string_view wanted) {
  std::ifstream words(file);
  for (std::string word; words >> word;)
    if (word == wanted) return true;
  return false;
}

bool has_controllers(const fs::path& file) {
  for (const char* name : kNeeded)
    if (!has_word(file, name)) return false;
  return true;
}

/// A mount of cgroup v2: its place, and its root within the file system.
struct Mount {
  fs::path at, root;
};

/// The path that the system writes as `written`, in which "\\040" stands for a blank.
fs::path path_of(const std::string& written) {
  std::string path;
  for (std::size_t i = 0; i < written.size(); ++i) {
    int code = 0;
    const char* const digits = written.data() + i + 1;
    const bool is_escape = written[i] == '\\' && i + 3 < written.size() &&
                           std::from_chars(digits, digits + 3, code, 8).ptr == digits + 3;
    path += is_escape ? static_cast<char>(code) : written[i];
    if (is_escape) i += 3;
  }
  return path;
}

std::optional<Mount> mount_in(const fs::path& mountinfo) {
  std::ifstream lines(mountinfo);
  for (std::string line; std::getline(lines, line);) {
    // "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw"
    if (line.find(" - cgroup2 ") == line.npos) continue;
    std::istringstream words(line);
    std::string skipped, root, at;
    if (words >> skipped >> skipped >> skipped >> root >> at)
      return Mount{path_of(at), path_of(root)};
  }
  return std::nullopt;
}

/// The path of our group; empty if the file lists no group of version 2.
fs::path group_in(const fs::path& own_group) {
  std::ifstream lines(own_group);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("0::/")) return line.substr(3);
  return {};
}

bool is_delegated(const fs::path& folder) {
  for (const char* attribute : {"user.delegate", "trusted.delegate"}) {
    char value = 0;
    if (::getxattr(folder.c_str(), attribute, &value, 1) == 1 && value == '1')
      return true;
  }
  return false;
}

void remove_what_others_left(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kPrefix)) continue;
    const int pid = std::atoi(name.c_str() + kPrefix.size());
    if (pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH)
      ::rmdir(entry.path().c_str());  // Fails if a group is still in use.
  }
}

/// Enables limits for the groups in `folder`; moves the folder's own processes to the
/// group kJudges in it.
bool enable_limits(const fs::path& folder) {
  constexpr int kRounds = 10;  // Processes may be added meanwhile.
  for (int round = 0; round < kRounds; ++round) {
    if (has_controllers(folder / "cgroup.subtree_control")) return true;
    if (tell(folder / "cgroup.subtree_control", "+memory +pids")) return true;
    if (errno != EBUSY) return false;
    std::error_code error;
    fs::create_directory(folder / kJudges, error);
    std::ifstream processes(folder / "cgroup.procs");
    for (std::string pid; processes >> pid;) tell(folder / kJudges / "cgroup.procs", pid);
  }
  return false;
}

CgroupPlace none(std::string why) { return {{}, std::move(why)}; }

class Cgroup final : public ChildHold {
 public:
  Cgroup(fs::path folder, const ResourceLimits& limits) : folder_(std::move(folder)) {
    if (::mkdir(folder_.c_str(), 0755) != 0) fail("make");
    set("memory.max", limits.memory_bytes);
    set("pids.max", limits.processes);
    tell(folder_ / "memory.oom.group", "1");
    // A kernel without swap lacks this file.
    tell(folder_ / "memory.swap.max", "0");
    processes_ =
        Descriptor(::open((folder_ / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
    if (!processes_.is_open()) fail("use");
  }
  ~Cgroup() override {
    kill();
    // A killed process leaves its group a moment later.
    for (int tries = 0; ::rmdir(folder_.c_str()) != 0 && errno == EBUSY && tries < 500;
         ++tries)
      std::this_thread::sleep_for(2ms);
  }

  bool enter() const noexcept override { return ::write(processes_.get(), "0", 1) == 1; }
  void kill() const noexcept override {
    const Descriptor fd(::open((folder_ / "cgroup.kill").c_str(), O_WRONLY | O_CLOEXEC));
    [[maybe_unused]] const ssize_t done = ::write(fd.get(), "1", 1);
  }
  bool memory_ran_out() const override {
    std::ifstream events(folder_ / "memory.events");
    std::string name;
    for (std::uint64_t count = 0; events >> name >> count;)
      if (name == "oom_kill" && count > 0) return true;
    return false;
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw std::system_error(
        errno, std::generic_category(),
        std::string("cannot ") + what + " the control group " + folder_.string());
  }
  void set(const char* file, std::uint64_t limit) const {
    if (limit && !tell(folder_ / file, std::to_string(limit))) {
      const int error = errno;
      ::rmdir(folder_.c_str());
      errno = error;
      fail("limit");
    }
  }

  fs::path folder_;
  Descriptor processes_;
};

}  // namespace

CgroupPlace find_cgroup_place(const fs::path& mountinfo, const fs::path& own_group) {
  const auto mount = mount_in(mountinfo);
  const fs::path group = group_in(own_group);
  if (!mount || group.empty()) return none("This system has no cgroup v2.");
  const fs::path inside = group.lexically_relative(mount->root);
  if (inside.empty() || inside.begin()->string() == "..")
    return none("This process's control group is outside of the folder " +
                mount->at.string() + ".");
  fs::path folder = (mount->at / inside).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  if (folder.filename() == kJudges) folder = folder.parent_path();
  if (folder != mount->at && !is_delegated(folder))
    return none("The control group of this process, " + folder.string() +
                ", is not delegated to it.");
  if (!has_controllers(folder / "cgroup.controllers"))
    return none("The control group of this process, " + folder.string() +
                ", has no controllers of memory and processes.");
  const fs::path control = folder / "cgroup.subtree_control";
  if (::access(folder.c_str(), W_OK) != 0 || ::access(control.c_str(), W_OK) != 0)
    return none("This user may not write to " + folder.string() + ".");
  if (!enable_limits(folder))
    return none("The groups in " + folder.string() + " can have no limits (" +
                std::generic_category().message(errno) + ").");
  remove_what_others_left(folder);
  return {folder, ""};
}

std::shared_ptr<const ChildHold> make_cgroup(const CgroupPlace& place,
                                             const ResourceLimits& limits) {
  static std::atomic<unsigned> made{0};
  const std::string name =
      std::string(kPrefix) + std::to_string(::getpid()) + "-" + std::to_string(++made);
  return std::make_shared<const Cgroup>(place.folder / name, limits);
}

}  // namespace gridlock
