#include "isolation/box.h"

#include <algorithm>
#include <fstream>

#include "common/subprocess.h"
#include "common/text.h"
#include "isolation/bubblewrap.h"
#include "isolation/other_user.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// Variables that a compiler or a worker needs.  The sanitizers' are for the tests: their
/// reports must not get lost in the program's output.
constexpr auto kKept = std::to_array<std::string_view>(
    {"PATH", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "CPATH", "LIBRARY_PATH",
     "GLIBC_TUNABLES", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDA_MODULE_LOADING",
     "CUDA_PATH", "CUDA_HOME", "NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES",
     "ASAN_OPTIONS", "UBSAN_OPTIONS"});

/// What reports say of the tiers, in their order.
constexpr struct {
  std::string_view letter, description;
} kTiers[] = {{"A", "in a box, with limits for all its processes together"},
              {"B", "in a box, with limits for each process"},
              {"C", "without a box, as another user who has no other files"},
              {"D", "without a box, with the grader's own rights"}};
static_assert(std::size(kTiers) == kBoxTiers.size());

std::vector<std::string> kept_environment(const std::vector<std::string>& all) {
  std::vector<std::string> kept{"HOME=/"};
  for (const std::string& entry : all)
    if (std::ranges::count(kKept, std::string_view(entry).substr(0, entry.find('='))))
      kept.push_back(entry);
  return kept;
}

/// Why no program can be run in the box; "" if one can.
std::string complaint(const Box& box) {
  ProcessRequest request{{"/usr/bin/env", "true"}};
  request.wall_limit = std::chrono::seconds(20);
  request.limits.processes = 64;
  request.limits.memory_bytes = 1 << 30;
  request.inside = [&](ChildPlan plan) { return box.around(std::move(plan), {}); };
  try {
    const ProcessResult result = run_process(request);
    if (result.ok()) return "";
    return result.errors.empty() ? result.how_it_ended() : result.errors;
  } catch (const std::exception& error) {
    return error.what();
  }
}

FileRules rules_for(const BoxView& view, const fs::path& hidden) {
  FileRules rules{system_folders(), view.writable, hidden};
  for (const auto* more : {&system_links(), &system_files(), &view.readable})
    rules.readable.insert(rules.readable.end(), more->begin(), more->end());
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/urandom"})
    rules.writable.emplace_back(device);
  if (!view.gpu) return rules;
  for (const char* folder : {"/proc", "/sys"}) rules.readable.emplace_back(folder);
  for (const fs::path& device : gpu_devices()) rules.writable.push_back(device);
  rules.own_entry = true;  // CUDA gives up if it cannot name its threads.
  return rules;
}

}  // namespace

std::string_view name(BoxTier tier) { return kTiers[static_cast<int>(tier)].letter; }

std::string_view description(BoxTier tier) {
  return kTiers[static_cast<int>(tier)].description;
}

BoxTier tier_from(std::string_view letter) {
  for (const BoxTier tier : kBoxTiers)
    if (letter == name(tier)) return tier;
  return BoxTier::none;
}

Box Box::none(std::string why) {
  Box box;
  box.why_not_ = std::move(why);
  return box;
}

Box Box::of(BoxTier tier, const fs::path& root) {
  Box box;
  box.tier_ = tier;
  box.root_ = root;
  if (tier == BoxTier::none) return none("None was asked for.");
  if (tier == BoxTier::other_user) {
    std::string why = why_no_other_user();
    if (why.empty())
      if (const std::string said = complaint(box); !said.empty())
        why = "Nothing can be run as another user here (" + line_with(said) + ").";
    return why.empty() ? box : none(why);
  }
  box.program_ = find_program("bwrap");
  if (box.program_.empty())
    return none("bubblewrap is not installed (package bubblewrap).");
  if (tier == BoxTier::box_and_cgroup) {
    box.cgroups_ = find_cgroup_place();
    if (!box.cgroups_.is_there()) return none(box.cgroups_.why_not);
  }
  box.has_user_inside_ = tier == BoxTier::box && can_be_user_in_box();
  std::string why = complaint(box);
  if (!why.empty() && box.has_user_inside_) {
    box.has_user_inside_ = false;
    why = complaint(box);
  }
  if (why.empty()) return box;
  return none("This system lets bubblewrap make no box (" + line_with(why) +
              ").  ./gridlock doctor --sandbox says what to do.");
}

Box Box::strongest(const fs::path& root) {
  static const Box found = [] {
    std::string missing;
    for (const BoxTier tier :
         {BoxTier::box_and_cgroup, BoxTier::box, BoxTier::other_user}) {
      Box box = of(tier, {});
      if (!box.is_none()) {
        box.why_not_ = missing;
        return box;
      }
      // Report the reason for the lack of bubblewrap first.
      if (tier != BoxTier::other_user) missing = box.why_not();
    }
    return none(missing);
  }();
  Box box = found;
  box.root_ = root;
  return box;
}

ChildPlan Box::around(ChildPlan plan, const BoxView& view) const {
  if (is_none()) return plan;
  plan.has_guard = true;
  if (tier_ == BoxTier::other_user) {
    plan.hold = as_other_user(rules_for(view, root_), plan.limits);
  } else {
    const auto user = has_user_inside_
                          ? std::make_shared<const UserInBox>(view.writable, plan.limits)
                          : nullptr;
    plan.arguments = bubblewrap_command(program_, plan, view, user.get(), root_);
    plan.hold = user;
    plan.program = program_;
    plan.working_dir = "/";
    if (tier_ == BoxTier::box_and_cgroup) plan.hold = make_cgroup(cgroups_, plan.limits);
  }
  plan.environment = kept_environment(plan.environment);
  return plan;
}

bool Box::limits_processes() const {
  if (tier_ == BoxTier::box) return has_user_inside_ || limits_own_processes_in_box();
  return tier_ != BoxTier::none;
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
