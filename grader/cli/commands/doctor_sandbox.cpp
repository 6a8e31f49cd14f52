// gridlock doctor --sandbox: small attacks, tried in the box.
#include "cli/commands/doctor_sandbox.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <vector>

#include "common/scratch_folder.h"
#include "common/subprocess.h"
#include "isolation/box.h"
#include "report/layout.h"

namespace gridlock {
namespace {

/// The limits of the attacks.  Some try to exceed them.
constexpr std::uint64_t kProcessesMax = 64;
constexpr std::uint64_t kBytesMax = 256 << 20;

/// A shell command that succeeds if the protection does not hold.
struct Attack {
  const char* protection;
  std::string command;
  bool is_promised = true;  ///< Whether this tier promises that the attack fails.
};

std::string setting(const char* path) {
  std::string value;
  std::ifstream(path) >> value;
  return value;
}

/// What keeps this system from making a box, and what would allow it.
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

/// How to get a stronger tier than this one.
std::string way_up(const Box& box) {
  if (!box.is_closed())
    return "For a stronger tier: " + box.why_not() +
           (find_program("bwrap").empty() ? "" : "  " + what_to_do());
  return "For tier A: " + box.why_not() +
         "  Where systemd runs, \"systemd-run --user --scope -p Delegate=yes "
         "./gridlock class grade DIR\" delegates one (as root, without --user).";
}

bool fails(const Box& box, const Attack& attack, const BoxView& view) {
  ProcessRequest request{{"/bin/sh", "-c", attack.command}};
  request.environment = {{"PATH", "/usr/bin:/bin"}};
  request.wall_limit = std::chrono::seconds(20);
  request.limits.processes = kProcessesMax;
  request.limits.memory_bytes = kBytesMax;
  request.inside = [&](ChildPlan plan) { return box.around(std::move(plan), view); };
  const ProcessResult result = run_process(request);
  constexpr int kNotTried = 126;  // The least exit code of a shell that ran no program.
  const bool was_killed = result.signal == SIGKILL && !result.timed_out;
  return was_killed || (result.exit_code > 0 && result.exit_code < kNotTried);
}

std::vector<Attack> attacks_on(const Box& box, const Environment& environment,
                               const std::string& secret) {
  const bool is_cgroup = box.tier() == BoxTier::box_and_cgroup;
  return {
      {"files of yours cannot be read", "cat '" + secret + "'"},
      {"the solutions cannot be read",
       "cat '" + (environment.root / "solutions").string() + "'/*/*.cu"},
      {"the system's users cannot be read", "cat /etc/passwd"},
      {"nothing can be written",
       "for d in / /tmp /dev /dev/shm /usr /var/tmp; do echo x > $d/x && exit 0; done; "
       "exit 1"},
      {"your processes cannot be seen",
       fmt::format("grep -q gridlock /proc/{}/cmdline", ::getpid())},
      {"your processes cannot be signalled", fmt::format("kill -0 {}", ::getpid())},
      {"your environment cannot be read",
       "cat /proc/*/environ | tr '\\0' '\\n' | grep -q GRIDLOCK_"},
      {"there is no network", "grep -v lo: /proc/net/dev | grep -q :.*[0-9]",
       box.is_closed()},
      {"the number of processes is limited",
       "i=0; while [ $i -lt 200 ]; do sleep 5 & i=$((i+1)); done; exit 0",
       box.limits_processes()},
      {"the memory of all processes together is limited",
       "for i in 1 2 3 4; do head -c 96m /dev/zero | tail -c 96m | (sleep 1; wc -c) & "
       "done; wait",
       is_cgroup}};
}

}  // namespace

int try_attacks(const Environment& environment) {
  const Look look = look_of_stdout();
  const Box box = Box::strongest(environment.root);
  if (box.is_none()) {
    fmt::print("{}{}{}", wrap(look, 0, "No box: " + box.why_not()),
               wrap(look, 0, what_to_do()),
               wrap(look, 0, Box::of(BoxTier::other_user, {}).why_not()));
    return 1;
  }
  fmt::print("{}\n", wrap(look, 0,
                          fmt::format("Tier {}: a submission is compiled and run {}.",
                                      name(box.tier()), description(box.tier()))));
  const ScratchFolder folder("gridlock-doctor");
  std::ofstream(folder.path() / "secret") << "secret";
  int got_through = 0;
  for (const Attack& attack :
       attacks_on(box, environment, (folder.path() / "secret").string())) {
    const bool held = attack.is_promised && fails(box, attack, {});
    got_through += attack.is_promised && !held;
    fmt::print("  {}  {}\n",
               paint(look, held ? Tone::good : Tone::bad,
                     held                 ? "ok    "
                     : attack.is_promised ? "BROKEN"
                                          : "no    "),
               attack.protection);
  }
  fmt::print("\n{}\n", got_through == 0
                           ? "The tier holds: other people's files can be graded here."
                           : "The tier does not hold; grade other people's files in a "
                             "virtual machine.");
  if (!box.why_not().empty()) fmt::print("{}", wrap(look, 0, way_up(box)));
  return got_through == 0 ? 0 : 1;
}

}  // namespace gridlock
