// Each tier's promises, attacked.
#include <sys/xattr.h>

#include "isolation/box.h"
#include "isolation/landlock.h"
#include "isolation/user_in_box.h"
#include "tests/test.h"

namespace gridlock::test_box_tiers {
namespace fs = std::filesystem;

/// The limits; each attack below exceeds one of them.
constexpr std::uint64_t kProcessesMax = 32;
constexpr std::uint64_t kBytesMax = 128 << 20;

const std::string kForkBomb =
    "i=0; while [ $i -lt 100 ]; do sleep 5 & i=$((i+1)); done; echo got through";
/// Four processes that hold 64 MiB each.
const std::string kMemoryBomb =
    "for i in 1 2 3 4; do head -c 64m /dev/zero | tail -c 64m | (sleep 1; wc -c) & done; "
    "wait; echo got through";

/// The box of this tier; null, and a message, if this machine does not allow it.
const Box* box_of(BoxTier tier) {
  static const Box all[] = {Box::of(BoxTier::box_and_cgroup, "/usr/share/doc"),
                            Box::of(BoxTier::box, "/usr/share/doc"),
                            Box::of(BoxTier::other_user, "/usr/share/doc")};
  const Box& box = all[static_cast<int>(tier)];
  if (box.tier() == tier) return &box;
  MESSAGE("tier ", name(tier), " not tested: ", box.why_not());
  return nullptr;
}

ProcessResult run_in(const Box& box, const std::string& script,
                     const BoxView& view = {}) {
  ProcessRequest request{{"/bin/sh", "-c", script}};
  request.wall_limit = std::chrono::seconds(60);
  request.limits.processes = kProcessesMax;
  request.limits.memory_bytes = kBytesMax;
  request.inside = [&](ChildPlan plan) { return box.around(std::move(plan), view); };
  return run_process(request);
}

bool got_through(const ProcessResult& result) {
  return result.output.find("got through") != std::string::npos;
}

bool has_process_with(const std::string& word) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    if (line.find(word) != std::string::npos) return true;
  }
  return false;
}

std::size_t groups_in(const fs::path& folder) {
  std::size_t found = 0;
  for (const auto& entry : fs::directory_iterator(folder))
    found += entry.path().filename().string().starts_with("gridlock-" +
                                                          std::to_string(::getpid()));
  return found;
}

TEST_CASE("tiers have a letter, and each letter its tier") {
  for (const BoxTier tier : kBoxTiers) CHECK(tier_from(name(tier)) == tier);
  CHECK(tier_from("") == BoxTier::none);
  CHECK(Box::none("Asked for.").tier() == BoxTier::none);
}

TEST_CASE("in every tier, a submission reads no other one and writes to none") {
  for (const BoxTier tier : {BoxTier::box_and_cgroup, BoxTier::box, BoxTier::other_user})
    if (const Box* box = box_of(tier)) {
      const ScratchFolder scratch("box");
      const fs::path own = scratch.path() / "0001", other = scratch.path() / "0002",
                     work = scratch.path() / "work";
      for (const fs::path& folder : {own, other, work}) {
        fs::create_directory(folder);
        std::ofstream(folder / "a.cu") << "text of " << folder.filename().string();
        fs::permissions(folder / "a.cu", fs::perms::owner_read);
      }
      const BoxView view{{own}, {work}};
      const auto run = [&](const std::string& script) {
        return run_in(*box, "cd '" + work.string() + "' && " + script, view);
      };
      CAPTURE(name(tier));
      CHECK(run("cat ../0001/a.cu").output == "text of 0001");
      CHECK(run("cat ../0002/a.cu").output == "");
      CHECK(run("ln -s ../0002/a.cu link; cat link").output == "");
      CHECK(run("ls ../0002").exit_code != 0);
      CHECK(run("echo x > ../0001/b.cu").exit_code != 0);
      CHECK(run("echo x > ../b.cu").exit_code != 0);
      CHECK(run("echo x > new && mkdir folder && echo x > folder/y").ok());
      CHECK(run("echo x > /tmp/x || echo x > /dev/shm/x").exit_code != 0);
      CHECK(run("cat /etc/passwd /etc/shadow").output == "");
      // Files that the program made belong to us in the end.
      for (const char* made : {"new", "folder/y"}) {
        struct stat status = {};
        CHECK(::stat((work / made).c_str(), &status) == 0);
        CHECK(status.st_uid == ::geteuid());
      }
    }
}

// CUDA names its threads by writing to `comm` files, and fails where it cannot.
TEST_CASE(
    "in every tier, a program with a GPU names its own threads, and no one else's") {
  for (const BoxTier tier : {BoxTier::box_and_cgroup, BoxTier::box, BoxTier::other_user})
    if (const Box* box = box_of(tier)) {
      CAPTURE(name(tier));
      const BoxView view{{}, {}, true};
      const ProcessResult named = run_in(
          *box, "echo my_name > /proc/self/comm && read n < /proc/self/comm && echo $n",
          view);
      CHECK_MESSAGE(named.output == "my_name\n", named.errors);
      CHECK(run_in(*box, "echo x > /proc/" + std::to_string(::getpid()) + "/comm", view)
                .exit_code != 0);
    }
}

TEST_CASE("in every tier, malloc's settings go along, for compilers and workers") {
  for (const BoxTier tier : {BoxTier::box_and_cgroup, BoxTier::box, BoxTier::other_user})
    if (const Box* box = box_of(tier)) {
      ProcessRequest request{{"/bin/sh", "-c", "echo $GLIBC_TUNABLES"}};
      request.environment = {{"GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"}};
      request.inside = [&](ChildPlan plan) { return box->around(std::move(plan), {}); };
      CAPTURE(name(tier));
      CHECK(run_process(request).output == "glibc.malloc.hugetlb=1\n");
    }
}

TEST_CASE("in every tier, nothing outlives the program, and it ends no process of ours") {
  for (const BoxTier tier : {BoxTier::box_and_cgroup, BoxTier::box, BoxTier::other_user})
    if (const Box* box = box_of(tier)) {
      const ScratchFolder scratch("box");
      const std::string marker = scratch.path().string();
      CAPTURE(name(tier));
      CHECK(run_in(*box,
                   "(setsid sh -c 'sleep 30; : " + marker + "' &) & sleep 0.5; exit 0")
                .ok());
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      CHECK_FALSE(has_process_with(marker));
      CHECK(run_in(*box, "kill -9 " + std::to_string(::getpid())).exit_code != 0);
    }
}

TEST_CASE("a fork bomb ends at the limit, where the tier limits processes") {
  for (const BoxTier tier : {BoxTier::box_and_cgroup, BoxTier::box, BoxTier::other_user})
    if (const Box* box = box_of(tier)) {
      if (!box->limits_processes()) {
        MESSAGE("tier ", name(tier), " not tested: it limits no processes here");
        continue;
      }
      CAPTURE(name(tier));
      CHECK(run_in(*box, "sleep 0 & wait; echo got through").output == "got through\n");
      CHECK_FALSE(got_through(run_in(*box, kForkBomb)));
    }
}

TEST_CASE("root's box has a user of its own, so that its processes have a limit") {
  const Box* box = box_of(BoxTier::box);
  SKIP_IF(!box || ::geteuid() != 0 || !can_be_user_in_box(),
          "only for root, where bubblewrap and setpriv are installed");
  CHECK(box->limits_processes());
  CHECK_FALSE(got_through(run_in(*box, kForkBomb)));
  const std::string user = run_in(*box, "id -u").output;
  CHECK(std::atol(user.c_str()) >= 60'706);
  // Each box has its own user with its own limit, so that two boxes at once can each use
  // most of it.
  const std::string most =
      "i=0; while [ $i -lt 20 ]; do sleep 1 & i=$((i+1)); done; wait; echo got through";
  bool beside = false;
  std::thread other([&] { beside = got_through(run_in(*box, most)); });
  CHECK(got_through(run_in(*box, most)));
  other.join();
  CHECK(beside);
  // The program has only the capability to read what is shown to it (bit 2), and cannot
  // get others.
  CHECK(run_in(*box, "grep -c 'Cap[IPEBA].*0000000000000004' /proc/self/status").output ==
        "5\n");
  // A user namespace of its own does not free the program of the limit.
  CHECK_FALSE(got_through(run_in(*box, "unshare --user sh -c '" + kForkBomb + "'")));
}

TEST_CASE("in tier A, the memory of all processes together has a limit") {
  const Box* box = box_of(BoxTier::box_and_cgroup);
  SKIP_IF(!box, "tier A is not to be had");
  CHECK(run_in(*box, "head -c 32m /dev/zero | tail -c 32m | wc -c").output ==
        "33554432\n");
  ChildPlan plan;
  plan.program = "/bin/sh";
  plan.arguments = {"sh", "-c", kMemoryBomb};
  plan.limits.memory_bytes = kBytesMax;
  ChildProcess bomb(box->around(plan, {}));
  const ChildEnd end = bomb.wait();
  CHECK(end.memory_ran_out);
  CHECK(end.shell_code() == 137);
  ChildProcess harmless(box->around({"/bin/true", {"true"}, {}}, {}));
  CHECK_FALSE(harmless.wait().memory_ran_out);
}

TEST_CASE("control groups go with their programs, and with a grader that was killed") {
  SKIP_IF(!box_of(BoxTier::box_and_cgroup), "tier A is not to be had");
  const CgroupPlace place = find_cgroup_place();
  REQUIRE(place.is_there());
  {
    const auto hold = make_cgroup(place, {});
    CHECK(groups_in(place.folder) == 1);
  }
  CHECK(groups_in(place.folder) == 0);
  constexpr const char* kOfNobody = "gridlock-2147483647-1";
  fs::create_directory(place.folder / kOfNobody);
  find_cgroup_place();
  CHECK(!fs::exists(place.folder / kOfNobody));
}

/// The path as the kernel writes it in mountinfo.
std::string as_in_mountinfo(const fs::path& path) {
  std::string text;
  for (const char c : path.string()) text += c == ' ' ? "\\040" : std::string(1, c);
  return text;
}

TEST_CASE("without a control group of its own, the grader says why") {
  const ScratchFolder scratch("box");
  const fs::path info = scratch.path() / "mountinfo", own = scratch.path() / "cgroup";
  const auto why = [&](const std::string& mounts, const std::string& group) {
    std::ofstream(info) << mounts;
    std::ofstream(own) << group;
    const CgroupPlace place = find_cgroup_place(info, own);
    CHECK(!place.is_there());
    return place.why_not;
  };
  const std::string folder = (scratch.path() / "of the system").string();
  fs::create_directory(folder);
  const std::string written = as_in_mountinfo(folder);
  const std::string mount = "30 24 0:26 / " + written + " rw - cgroup2 cgroup2 rw\n";
  CHECK(why("", "0::/\n") == "This system has no cgroup v2.");
  CHECK(why("31 24 0:27 / /sys/fs/cgroup/pids rw - cgroup cgroup rw\n", "3:pids:/\n") ==
        "This system has no cgroup v2.");
  CHECK(why("30 24 0:26 /machine " + written + " rw - cgroup2 cgroup2 rw\n", "0::/\n") ==
        "This process's control group is outside of the folder " + folder + ".");
  CHECK(why(mount, "0::/session.scope\n") == "The control group of this process, " +
                                                 folder +
                                                 "/session.scope, is not delegated to "
                                                 "it.");
  std::ofstream(fs::path(folder) / "cgroup.controllers") << "cpu memory";
  CHECK(why(mount, "0::/\n") == "The control group of this process, " + folder +
                                    ", has no controllers of memory and processes.");
}

// A stand-in for what `systemd-run --scope -p Delegate=yes` leaves: a folder with the
// mark that systemd sets, and files in place of the kernel's.
TEST_CASE("a control group that systemd has delegated is taken, by systemd's mark") {
  const ScratchFolder scratch("box");
  const fs::path info = scratch.path() / "mountinfo", own = scratch.path() / "cgroup",
                 top = scratch.path() / "top", scope = top / "app.slice/run-r1.scope";
  fs::create_directories(scope);
  std::ofstream(scope / "cgroup.controllers") << "memory pids\n";
  std::ofstream(scope / "cgroup.subtree_control") << "";
  std::ofstream(info) << "30 24 0:26 / " << as_in_mountinfo(top)
                      << " rw - cgroup2 cgroup2 rw\n";
  const auto place_of = [&](const std::string& group) {
    std::ofstream(own) << "0::" << group << "\n";
    return find_cgroup_place(info, own);
  };
  const std::string group = "/app.slice/run-r1.scope";
  CHECK_FALSE(place_of(group).is_there());
  SKIP_IF(::setxattr(scope.c_str(), "user.delegate", "0", 1, 0) != 0,
          "files here have no attributes");
  CHECK_FALSE(place_of(group).is_there());
  REQUIRE(::setxattr(scope.c_str(), "user.delegate", "1", 1, 0) == 0);
  CHECK(place_of(group).folder == scope);
  CHECK(place_of(group).why_not == "");
  std::string told;
  std::getline(std::ifstream(scope / "cgroup.subtree_control"), told);
  CHECK(told == "+memory +pids");
  // From the group for the grader's own processes, the same scope is found.
  CHECK(place_of(group + "/gridlock-judge").folder == scope);
}

TEST_CASE("a box that is none leaves the limits of all processes together alone") {
  ProcessRequest request{{"/bin/sh", "-c", kForkBomb}};
  request.limits.processes = 2;  // The kernel would count all processes of our user.
  CHECK(got_through(run_process(request)));
}

TEST_CASE("Landlock hides a folder from those around it, also by way of links") {
  SKIP_IF(landlock_version() == 0, "this kernel has no Landlock");
  const ScratchFolder scratch("box");
  const fs::path hidden = scratch.path() / "around/project";
  fs::create_directories(hidden / "labs");
  std::ofstream(hidden / "solution") << "secret";
  std::ofstream(hidden / "labs/skeleton") << "seen";
  std::ofstream(scratch.path() / "around/beside") << "seen";
  fs::create_directory_symlink(hidden, scratch.path() / "around/link");
  struct Hold final : ChildHold {
    Descriptor rules;
    bool enter() const noexcept override { return give_up_files(rules); }
    void kill() const noexcept override {}
  };
  const auto hold = std::make_shared<Hold>();
  hold->rules = landlock_rules(
      {{"/usr", "/bin", "/lib", "/lib64", scratch.path(), hidden / "labs"}, {}, hidden});
  const auto output_of = [&](const std::string& file) {
    ProcessRequest request{{"/bin/cat", (scratch.path() / "around" / file).string()}};
    request.inside = [&](ChildPlan plan) {
      plan.hold = hold;
      return plan;
    };
    return run_process(request).output;
  };
  CHECK(output_of("beside") == "seen");
  CHECK(output_of("project/labs/skeleton") == "seen");
  CHECK(output_of("project/solution") == "");
  CHECK(output_of("link/solution") == "");
}

}  // namespace gridlock::test_box_tiers
