// gridlock doctor --sandbox: small attacks, tried in the box.
#include "cli/commands/doctor_sandbox.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "box/box.h"
#include "common/scratch_folder.h"
#include "common/subprocess.h"
#include "report/layout.h"

namespace gridlock {
namespace {

/// A shell command that succeeds if the protection does not hold.
struct Attack {
  const char* protection;
  std::string command;
};

std::string setting(const char* path) {
  std::string value;
  std::ifstream(path) >> value;
  return value;
}

/// What keeps this system from making a box, and what lets it.
std::string what_to_do() {
  if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1")
    return "Ubuntu's AppArmor forbids user namespaces to programs without a profile.  As "
           "root: sysctl kernel.apparmor_restrict_unprivileged_userns=0, or write a "
           "profile for bwrap that has \"userns,\".";
  if (setting("/proc/sys/kernel/unprivileged_userns_clone") == "0")
    return "As root: sysctl kernel.unprivileged_userns_clone=1.";
  if (setting("/proc/sys/user/max_user_namespaces") == "0")
    return "As root: sysctl user.max_user_namespaces=10000.";
  return "In a container, its own rules may forbid namespaces: Docker and Podman allow "
         "them with --security-opt seccomp=unconfined --security-opt systempaths="
         "unconfined.  Else grade in a virtual machine.";
}

bool fails(const Box& box, const Attack& attack, const BoxView& view) {
  ProcessRequest request{{"/bin/sh", "-c", attack.command}};
  request.wall_limit = std::chrono::seconds(20);
  request.inside = [&](ChildPlan plan) { return box.around(std::move(plan), view); };
  const ProcessResult result = run_process(request);
  return result.started && result.exit_code > 0 && !result.timed_out;
}

}  // namespace

int try_attacks(const Environment& environment) {
  const Look look = look_of_stdout();
  const Box box = Box::strongest(environment.root);
  if (!box.is_closed()) {
    fmt::print("{}{}", wrap(look, 0, "No box: " + box.why_not()),
               wrap(look, 0, what_to_do()));
    return 1;
  }
  const ScratchFolder folder("gridlock-doctor");
  std::ofstream(folder.path() / "secret") << "secret";
  const std::string secret = (folder.path() / "secret").string();
  const std::array attacks{
      Attack{"files of yours cannot be read", "cat " + secret},
      Attack{"the solutions cannot be read",
             "cat '" + (environment.root / "solutions").string() + "'/*/*.cu"},
      Attack{"the system's users cannot be read", "cat /etc/passwd"},
      Attack{"nothing can be written",
             "for d in / /tmp /dev /dev/shm /usr /var/tmp; do echo x > $d/x && exit 0; "
             "done; exit 1"},
      Attack{"your processes cannot be seen",
             fmt::format("grep -q gridlock /proc/{}/cmdline", ::getpid())},
      Attack{"your processes cannot be signalled", fmt::format("kill -0 {}", ::getpid())},
      Attack{"your environment cannot be read",
             "cat /proc/*/environ | tr '\\0' '\\n' | grep -q GRIDLOCK_"},
      Attack{"there is no network", "grep -v lo: /proc/net/dev | grep -q :.*[0-9]"}};
  int got_through = 0;
  for (const Attack& attack : attacks) {
    const bool held = fails(box, attack, {});
    got_through += !held;
    fmt::print("  {}  {}\n",
               paint(look, held ? Tone::good : Tone::bad, held ? "ok    " : "BROKEN"),
               attack.protection);
  }
  fmt::print("\n{}\n", got_through == 0
                           ? "The box holds: other people's files can be graded here."
                           : "The box does not hold; grade other people's files in a "
                             "virtual machine.");
  return got_through == 0 ? 0 : 1;
}

}  // namespace gridlock
