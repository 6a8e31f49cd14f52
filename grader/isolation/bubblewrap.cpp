#include "isolation/bubblewrap.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <system_error>

namespace gridlock {
namespace {

namespace fs = std::filesystem;

bool is_systems(const fs::path& path) {
  const auto& folders = system_folders();
  return std::any_of(folders.begin(), folders.end(),
                     [&](const fs::path& folder) { return is_beneath(path, folder); });
}

/// Bubblewrap's options, in the order in which bubblewrap applies them.
class Options {
 public:
  template <class... Words>
  void add(const Words&... words) {
    (arguments_.emplace_back(words), ...);
  }
  void add_all(const std::vector<std::string>& words) {
    arguments_.insert(arguments_.end(), words.begin(), words.end());
  }
  void bind(const char* how, const fs::path& path) {
    add(how, path.string(), path.string());
  }

  void add_system() {
    for (const fs::path& folder : system_folders()) bind("--ro-bind-try", folder);
    for (const fs::path& link : system_links()) {
      std::error_code error;
      const fs::path target = fs::read_symlink(link, error);
      if (error)
        bind("--ro-bind-try", link);
      else
        add("--symlink", target.string(), link.string());
    }
    for (const fs::path& file : system_files()) bind("--ro-bind-try", file);
    add("--proc", "/proc", "--dev", "/dev");
  }

  /// Shows the readable paths, but of the folder `hidden` only paths that are listed
  /// individually.
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
    for (const fs::path& device : gpu_devices()) bind("--dev-bind-try", device);
  }

  std::vector<std::string> take() && { return std::move(arguments_); }

 private:
  std::vector<std::string> arguments_;
};

/// Whether the kernel limits the processes of a user in each box separately: since
/// version 5.14, and never for root.
bool counts_processes_per_box() {
  utsname system{};
  int major = 0;
  int minor = 0;
  const bool is_known =
      ::uname(&system) == 0 && std::sscanf(system.release, "%d.%d", &major, &minor) == 2;
  return is_known && (major > 5 || (major == 5 && minor >= 14)) && ::geteuid() != 0;
}

}  // namespace

bool limits_own_processes_in_box() {
  static const bool is_so =
      counts_processes_per_box() && !find_program("prlimit").empty();
  return is_so;
}

std::vector<std::string> bubblewrap_command(const fs::path& bubblewrap,
                                            const ChildPlan& plan, const BoxView& view,
                                            const UserInBox* user,
                                            const fs::path& hidden) {
  Options options;
  options.add(bubblewrap.string());
  if (user)
    options.add_all(UserInBox::options_for_bubblewrap());
  else
    options.add("--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534",
                "--cap-drop", "ALL");
  options.add("--hostname", "box", "--die-with-parent", "--new-session");
  options.add_system();
  if (view.gpu) options.add_devices();
  options.add_readable(view.readable, hidden);
  for (const fs::path& path : view.writable) options.bind("--bind", path);
  options.add("--remount-ro", "/", "--remount-ro", "/dev", "--chdir",
              plan.working_dir.empty() ? "/" : plan.working_dir.string(), "--");
  if (user) options.add_all(user->command_to_become());
  // The limit is set inside: outside, our user's other processes would count.
  else if (plan.limits.processes && limits_own_processes_in_box())
    options.add(find_program("prlimit").string(),
                "--nproc=" + std::to_string(plan.limits.processes), "--");
  options.add(plan.program.string());
  std::vector<std::string> arguments = std::move(options).take();
  arguments.insert(arguments.end(), plan.arguments.begin() + 1, plan.arguments.end());
  return arguments;
}

}  // namespace gridlock
