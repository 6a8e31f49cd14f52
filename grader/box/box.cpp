#include "box/box.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <system_error>

#include "common/subprocess.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// Folders of the system's own programs and libraries.
constexpr std::array kSystemFolders{"/usr", "/opt", "/nix"};
/// On most systems these are links into /usr.
constexpr std::array kSystemLinks{"/bin", "/sbin", "/lib", "/lib32", "/lib64"};
constexpr std::array kSystemFiles{"/etc/ld.so.cache", "/etc/alternatives"};

/// The devices of NVIDIA's driver, and of WSL's.
constexpr std::array kDevices{"/dev/nvidiactl", "/dev/nvidia-uvm",
                              "/dev/nvidia-uvm-tools", "/dev/nvidia-caps", "/dev/dxg"};

/// Variables that a compiler or a worker needs.  The sanitizers' are for the tests: their
/// reports must not get lost in the program's output.
constexpr std::array<std::string_view, 16> kKept{"PATH",
                                                 "LANG",
                                                 "LC_ALL",
                                                 "TMPDIR",
                                                 "LD_LIBRARY_PATH",
                                                 "CPATH",
                                                 "LIBRARY_PATH",
                                                 "CUDA_VISIBLE_DEVICES",
                                                 "CUDA_DEVICE_ORDER",
                                                 "CUDA_MODULE_LOADING",
                                                 "CUDA_PATH",
                                                 "CUDA_HOME",
                                                 "NVIDIA_VISIBLE_DEVICES",
                                                 "NVIDIA_DRIVER_CAPABILITIES",
                                                 "ASAN_OPTIONS",
                                                 "UBSAN_OPTIONS"};

bool is_beneath(const fs::path& path, const fs::path& folder) {
  const auto [end, rest] =
      std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

bool is_systems(const fs::path& path) {
  return std::any_of(kSystemFolders.begin(), kSystemFolders.end(),
                     [&](const char* folder) { return is_beneath(path, folder); });
}

/// Bubblewrap's options, put together in the order in which it follows them.
class Options {
 public:
  template <class... Words>
  void add(const Words&... words) {
    (arguments_.emplace_back(words), ...);
  }
  void bind(const char* how, const fs::path& path) {
    add(how, path.string(), path.string());
  }

  void add_system() {
    for (const char* folder : kSystemFolders) bind("--ro-bind-try", folder);
    for (const fs::path link : kSystemLinks) {
      std::error_code error;
      const fs::path target = fs::read_symlink(link, error);
      if (error)
        bind("--ro-bind-try", link);
      else
        add("--symlink", target.string(), link.string());
    }
    for (const char* file : kSystemFiles) bind("--ro-bind-try", file);
    add("--proc", "/proc", "--dev", "/dev");
  }

  /// Shows what is readable; of the folder `hidden`, only what is named itself.
  void add_readable(const std::vector<fs::path>& readable, const fs::path& hidden) {
    const auto is_inside = [&](const fs::path& path) {
      return !hidden.empty() && path != hidden && is_beneath(path, hidden);
    };
    bool would_show = is_systems(hidden);
    for (const fs::path& path : readable) {
      if (is_inside(path) || is_systems(path)) continue;
      bind("--ro-bind", path);
      would_show |= is_beneath(hidden, path);
    }
    if (would_show && !hidden.empty()) add("--tmpfs", hidden.string());
    for (const fs::path& path : readable)
      if (is_inside(path)) bind("--ro-bind", path);
  }

  void add_devices() {
    for (const char* device : kDevices) bind("--dev-bind-try", device);
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/dev", error)) {
      const std::string name = entry.path().filename().string();
      constexpr std::string_view kPrefix = "nvidia";
      const bool is_gpu =
          name.starts_with(kPrefix) && name.size() > kPrefix.size() &&
          name.find_first_not_of("0123456789", kPrefix.size()) == name.npos;
      if (is_gpu) bind("--dev-bind-try", entry.path());
    }
  }

  std::vector<std::string> take() && { return std::move(arguments_); }

 private:
  std::vector<std::string> arguments_;
};

std::vector<std::string> kept_environment(const std::vector<std::string>& all) {
  std::vector<std::string> kept{"HOME=/"};
  for (const std::string& entry : all)
    if (std::find(kKept.begin(), kKept.end(),
                  std::string_view(entry).substr(0, entry.find('='))) != kKept.end())
      kept.push_back(entry);
  return kept;
}

/// What bubblewrap says if it can make no box here; "" if it can.
std::string complaint(const Box& box) {
  ProcessRequest request{{"/usr/bin/env", "true"}};
  request.wall_limit = std::chrono::seconds(20);
  request.inside = [&](ChildPlan plan) { return box.around(std::move(plan), {}); };
  const ProcessResult result = run_process(request);
  if (result.ok()) return "";
  return result.errors.empty() ? result.how_it_ended() : result.errors;
}

}  // namespace

Box Box::none(std::string why) {
  Box box;
  box.why_not_ = std::move(why);
  return box;
}

Box Box::strongest(const fs::path& root) {
  static const Box found = [] {
    Box box;
    box.program_ = find_program("bwrap");
    if (box.program_.empty()) {
      box.why_not_ = "bubblewrap is not installed.  Install the package bubblewrap.";
      return box;
    }
    std::string why = complaint(box);
    if (why.empty()) return box;
    why.resize(std::min(why.find('\n'), why.size()));
    box.program_.clear();
    box.why_not_ = "This system lets bubblewrap make no box (" + why +
                   ").  ./gridlock doctor --sandbox says what to do.";
    return box;
  }();
  Box box = found;
  box.root_ = root;
  return box;
}

ChildPlan Box::around(ChildPlan plan, const BoxView& view) const {
  if (!is_closed()) return plan;
  Options options;
  options.add(program_.string(), "--unshare-all", "--unshare-user", "--uid", "65534",
              "--gid", "65534", "--cap-drop", "ALL", "--hostname", "box",
              "--die-with-parent", "--new-session");
  options.add_system();
  if (view.gpu) options.add_devices();
  options.add_readable(view.readable, root_);
  for (const fs::path& path : view.writable) options.bind("--bind", path);
  options.add("--remount-ro", "/", "--remount-ro", "/dev", "--chdir",
              plan.working_dir.empty() ? "/" : plan.working_dir.string(), "--",
              plan.program.string());
  std::vector<std::string> arguments = std::move(options).take();
  arguments.insert(arguments.end(), plan.arguments.begin() + 1, plan.arguments.end());
  plan.arguments = std::move(arguments);
  plan.program = program_;
  plan.working_dir = "/";
  plan.environment = kept_environment(plan.environment);
  return plan;
}

pid_t innermost_process(pid_t box) {
  pid_t process = box;
  for (;;) {
    const std::string pid = std::to_string(process);
    std::ifstream children("/proc/" + pid + "/task/" + pid + "/children");
    pid_t child = 0;
    pid_t another = 0;
    if (!(children >> child) || children >> another) return process;
    process = child;
  }
}

}  // namespace gridlock
