// The box from inside: the reach of a program in it, and the state after its end.
#include <poll.h>

#include "common/descriptor.h"
#include "isolation/box.h"
#include "tests/test.h"

namespace gridlock::test_box {
namespace fs = std::filesystem;

/// The box of this machine.
const Box& box(const fs::path& root = "/usr/share/doc") {
  static const Box found = Box::strongest(root);
  return found;
}

ProcessResult in_box(const std::string& script, const BoxView& view = {}) {
  ProcessRequest request{{"/bin/sh", "-c", script}};
  request.wall_limit = std::chrono::seconds(20);
  request.inside = [&](ChildPlan plan) { return box().around(std::move(plan), view); };
  return run_process(request);
}

TEST_CASE("a program in the box sees the system's programs and its view, nothing else") {
  SKIP_IF(!box().is_closed(), box().why_not());
  const ScratchFolder folder("box");
  std::ofstream(folder.path() / "seen") << "yes";
  std::ofstream(folder.path() / "hidden") << "no";
  const std::string path = folder.path().string();
  const BoxView view{{folder.path() / "seen"}, {}};
  CHECK(in_box("cat '" + path + "/seen'", view).output == "yes");
  CHECK(in_box("cat '" + path + "/hidden'", view).exit_code != 0);
  CHECK_FALSE(contains(in_box("ls -A / | tr '\\n' ' '").output, "home"));
  CHECK(in_box("ls -A /root /home").exit_code != 0);
  CHECK(in_box("cat /etc/passwd").exit_code != 0);
  CHECK(in_box("ls /usr/bin/env").ok());
  // The hidden folder stays hidden, although it lies in a system folder.
  CHECK(!fs::is_empty("/usr/share/doc"));
  CHECK(in_box("ls -A /usr/share/doc").output == "");
  const fs::path inside = fs::directory_iterator("/usr/share/doc")->path();
  CHECK(in_box("ls -A /usr/share/doc", {{"/usr", "/usr/share", "/usr/share/doc"}, {}})
            .output == "");
  CHECK(in_box("ls -A /usr/share/doc", {{inside}, {}}).output ==
        inside.filename().string() + "\n");
}

TEST_CASE("a folder around the hidden one does not show it") {
  SKIP_IF(!box().is_closed(), box().why_not());
  const ScratchFolder folder("box");
  const fs::path root = folder.path() / "project";
  fs::create_directories(root / "labs");
  fs::create_directories(root / "solutions");
  const Box hiding = Box::strongest(root);
  const BoxView view{{root / "labs", folder.path()}, {}};
  ProcessRequest request{{"/bin/ls", root.string()}};
  request.inside = [&](ChildPlan plan) { return hiding.around(std::move(plan), view); };
  CHECK(run_process(request).output == "labs\n");
}

TEST_CASE("a program in the box writes to the writable folders of its view alone") {
  SKIP_IF(!box().is_closed(), box().why_not());
  const ScratchFolder read("box"), written("box");
  const BoxView view{{read.path()}, {written.path()}};
  CHECK(in_box("echo x > '" + written.path().string() + "/x'", view).ok());
  CHECK(fs::exists(written.path() / "x"));
  for (const std::string& folder :
       {read.path().string(), std::string("/"), std::string("/tmp"), std::string("/dev"),
        std::string("/dev/shm"), std::string("/usr"), std::string("/proc")})
    CHECK_MESSAGE(in_box("echo x > " + folder + "/x", view).exit_code != 0, folder);
}

TEST_CASE("a program in the box sees no process, variable or network of ours") {
  SKIP_IF(!box().is_closed(), box().why_not());
  ::setenv("GRIDLOCK_SECRET", "a secret", 1);
  const auto all = in_box("cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline");
  ::unsetenv("GRIDLOCK_SECRET");
  CHECK_FALSE(contains(all.output, "a secret"));
  // The processes are bubblewrap, the shell and ls.
  CHECK(in_box("ls -d /proc/[0-9]* | wc -l").output.size() == 2);
  CHECK(in_box("cat /proc/net/dev | grep -v lo: | wc -l").output ==
        "2\n");  // The heading.
  CHECK(in_box("kill -9 " + std::to_string(::getpid())).exit_code != 0);
  CHECK(in_box("ls -A /proc/self/fd | wc -l").output == "4\n");
}

TEST_CASE("the box tells how its program ended, and nothing outlives it") {
  SKIP_IF(!box().is_closed(), box().why_not());
  CHECK(in_box("exit 7").exit_code == 7);
  CHECK(in_box("kill -SEGV $$").signal == SIGSEGV);
  CHECK(in_box("exit 255").exit_code == 255);
  // A program that the box leaves behind would keep the pipe open.
  const ScratchFolder folder("box");
  const std::string path = folder.path().string();
  REQUIRE(::mkfifo((path + "/pipe").c_str(), 0666) == 0);
  const Descriptor pipe(::open((path + "/pipe").c_str(), O_RDONLY | O_NONBLOCK));
  CHECK(in_box("cd '" + path +
                   "'; (setsid sh -c 'touch begun; exec sleep 1000' > pipe &)\n"
                   "while [ ! -e begun ]; do sleep 0.01; done",
               {{}, {folder.path()}})
            .ok());
  pollfd ended{pipe.get(), 0, 0};
  CHECK(::poll(&ended, 1, 60'000) == 1);
}

TEST_CASE("the process inside a box is found, as the innermost") {
  SKIP_IF(!box().is_closed(), box().why_not());
  ChildPlan plan;
  plan.program = "/bin/sleep";
  plan.arguments = {"sleep", "20"};
  ChildProcess process(box().around(plan, {}));
  std::string name;
  for (int i = 0; i < 500 && name != "sleep"; ++i) {
    std::ifstream("/proc/" + std::to_string(innermost_process(process.pid())) +
                  "/comm") >>
        name;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(name == "sleep");
}

TEST_CASE("no box leaves a plan as it is, and says why there is none") {
  ChildPlan plan;
  plan.program = "/bin/true";
  plan.arguments = {"true"};
  CHECK(Box().around(plan, {}).program == "/bin/true");
  CHECK(Box().why_not() == "");
  CHECK(Box::none("Asked for.").why_not() == "Asked for.");
  CHECK(!Box::none("Asked for.").is_closed());
}

TEST_CASE("a grader that is killed while a box starts leaves no process") {
  SKIP_IF(!box().is_closed(), box().why_not());
  const std::string mark = "sleep 1000." + std::to_string(::getpid());
  const auto left = [&] {
    int count = 0;
    for (const auto& entry : fs::directory_iterator("/proc")) {
      std::ifstream file(entry.path() / "cmdline");
      std::string line;
      std::getline(file, line);
      count += line.find(mark) != line.npos;
    }
    return count;
  };
  for (int milliseconds = 1; milliseconds < 80; milliseconds += 4) {
    const pid_t grader = ::fork();
    if (grader == 0) {
      in_box("exec " + mark);
      ::_exit(0);
    }
    ::usleep(static_cast<useconds_t>(milliseconds) * 1000);
    ::kill(grader, SIGKILL);
    ::waitpid(grader, nullptr, 0);
  }
  for (int tries = 0; tries < 600 && left() > 0; ++tries) ::usleep(100'000);
  CHECK(left() == 0);
}

}  // namespace gridlock::test_box
