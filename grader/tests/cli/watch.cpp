// `watch` as a student sees it: in a pipe, and on a terminal with keys.
#include <poll.h>
#include <pty.h>
#include <termios.h>

#include "cli/loop/saved_files.h"
#include "tests/fixture_tree.h"
#include "tests/test.h"

namespace gridlock::test_watch {
namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr const char* kAllDone = "Done: you have all points in each of";

/// The command running in the background, with a pipe or a terminal for its output.
class Session {
 public:
  Session(const FixtureTree& tree, const std::vector<std::string>& arguments,
          bool on_terminal,
          const std::vector<std::pair<std::string, std::string>>& environment = {}) {
    ProcessRequest request = fixture_request(arguments);
    int pipe_ends[2] = {-1, -1};
    if (on_terminal)
      REQUIRE(::openpty(&fd_, &terminal_, nullptr, nullptr, nullptr) == 0);
    else
      REQUIRE(::pipe(pipe_ends) == 0);
    std::fflush(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::setsid();
      ::chdir(tree.root.c_str());
      const int out = on_terminal ? terminal_ : pipe_ends[1];
      ::dup2(on_terminal ? terminal_ : ::open("/dev/null", O_RDONLY), 0);
      ::dup2(out, 1);
      ::dup2(out, 2);
      if (on_terminal) ::ioctl(0, TIOCSCTTY, 0);
      ::setenv("TERM", "xterm", 1);
      for (const auto& [key, value] : tree.environment())
        ::setenv(key.c_str(), value.c_str(), 1);
      for (const auto& [key, value] : environment)
        ::setenv(key.c_str(), value.c_str(), 1);
      std::vector<char*> argv;
      for (std::string& argument : request.argv) argv.push_back(argument.data());
      argv.push_back(nullptr);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    if (!on_terminal) {
      fd_ = pipe_ends[0];
      ::close(pipe_ends[1]);
    }
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    ::close(fd_);
    if (terminal_ >= 0) ::close(terminal_);
  }

  /// Reads until this comes; what came before it since the last call is in `seen`.
  bool expect(const std::string& text) {
    const auto deadline = Clock::now() + 120s;
    for (;;) {
      if (const std::size_t at = unread_.find(text); at != std::string::npos) {
        seen = unread_.substr(0, at + text.size());
        unread_.erase(0, at + text.size());
        return true;
      }
      pollfd input{fd_, POLLIN, 0};
      if (Clock::now() > deadline || ::poll(&input, 1, 1000) < 0) break;
      char buffer[4096];
      const ssize_t got = input.revents ? ::read(fd_, buffer, sizeof buffer) : 0;
      if (got > 0) unread_.append(buffer, static_cast<std::size_t>(got));
      if (input.revents && got <= 0) break;
    }
    MESSAGE("still unread: ", unread_);
    return false;
  }

  void press(const std::string& keys) {
    REQUIRE(::write(fd_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
  }
  void signal(int number) { ::kill(pid_, number); }

  int exit_code() {
    int status = 0;
    REQUIRE(::waitpid(std::exchange(pid_, -1), &status, 0) > 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  /// Whether the terminal is in line mode and echoes, as shells want it.
  bool terminal_is_as_usual() const {
    termios state{};
    REQUIRE(::tcgetattr(terminal_, &state) == 0);
    return (state.c_lflag & ICANON) && (state.c_lflag & ECHO);
  }

  std::string seen;

 private:
  pid_t pid_ = -1;
  int fd_ = -1;
  int terminal_ = -1;
  std::string unread_;
};

void write_in_place(const fs::path& file, const std::string& text) {
  std::ofstream(file) << text;
}

TEST_CASE("watch without a terminal: one result a save, in plain lines") {
  const FixtureTree tree("watch_plain");
  Session session(tree, {"watch", "90"}, false);
  REQUIRE(session.expect("Checking labs/90_fixture/fixture.cu"));
  REQUIRE(session.expect("labs/90_fixture/fixture.cu: 30/50, checked at "));
  CHECK(contains(session.seen, "FAIL"));
  REQUIRE(session.expect("Waiting for the next save."));
  CHECK_FALSE(contains(session.seen, "\x1b"));

  SUBCASE("written in place") { write_in_place(tree.lab90(), "syntax error\n"); }
  SUBCASE("replaced by another file") {
    write_file_atomic(tree.lab90(), "syntax error\n");
  }
  SUBCASE("written and renamed, the old one kept as a backup") {
    fs::rename(tree.lab90(), tree.lab90().string() + "~");
    write_in_place(tree.lab90(), "syntax error\n");
  }
  REQUIRE(session.expect("compile_error"));
  REQUIRE(session.expect("0/50, checked at "));
  session.signal(SIGINT);
  CHECK(session.exit_code() == 130);
}

TEST_CASE("watch: where the grader failed there is no score, and the loop goes on") {
  const FixtureTree tree("watch_broken");
  write_in_place(tree.lab90(), "at load: refuse\n");
  Session session(tree, {"watch", "90"}, false);
  REQUIRE(session.expect("fixture.cu: no score of 50; the grader itself failed"));
  REQUIRE(session.expect("Waiting for the next save."));
  session.signal(SIGINT);
  CHECK(session.exit_code() == 130);
}

TEST_CASE("watch: a header of the lab counts, other files do not") {
  const FixtureTree tree("watch_headers");
  const fs::path folder = tree.lab90().parent_path();
  fs::create_directories(folder / "mine");
  SavedFiles saved(folder);
  for (const char* foreign : {"notes.txt", "fixture.cu~", ".fixture.cu.swp", "#x.cu#"}) {
    write_in_place(folder / foreign, "x\n");
    CHECK_FALSE(saved.changed());
    CHECK(saved.patience() == SavedFiles::kLookInterval);  // It has seen no change.
  }
  Session session(tree, {"watch", "90"}, false);
  REQUIRE(session.expect("Waiting for the next save."));
  write_in_place(folder / "mine/queue.cuh", "// A header.\n");
  REQUIRE(session.expect("Waiting for the next save."));
  session.signal(SIGINT);
  CHECK(session.exit_code() == 130);
}

TEST_CASE("watch: a file that is gone is waited for") {
  const FixtureTree tree("watch_gone");
  Session session(tree, {"watch", "90"}, false);
  REQUIRE(session.expect("Waiting for the next save."));
  fs::rename(tree.lab90(), tree.root / "elsewhere.cu");
  REQUIRE(session.expect("labs/90_fixture/fixture.cu is missing: deleted or moved?"));
  REQUIRE(session.expect("./gridlock reset 90"));
  fs::rename(tree.root / "elsewhere.cu", tree.lab90());
  REQUIRE(session.expect("30/50, checked at "));

  // `git checkout` of another branch moves the whole folder like this.
  const fs::path folder = tree.lab90().parent_path();
  fs::rename(folder, tree.root / "elsewhere");
  REQUIRE(session.expect("is missing: deleted or moved?"));
  fs::rename(tree.root / "elsewhere", folder);
  REQUIRE(session.expect("30/50, checked at "));
  session.signal(SIGTERM);
  CHECK(session.exit_code() == 130);
}

TEST_CASE("watch: a save while a check runs ends that check; hangs are named") {
  FixtureTree tree("watch_hang");
  const std::string from = std::string(GRIDLOCK_TESTS_DIR) + "/fixture/tree/labs/";
  fs::copy(from + "91_stunts", tree.root / "labs/91_stunts");
  Session session(tree, {"watch", "91"}, false);
  REQUIRE(session.expect("Checking labs/91_stunts/fixture.cu"));
  std::this_thread::sleep_for(300ms);
  write_in_place(tree.root / "labs/91_stunts/fixture.cu", "int again;\n");
  REQUIRE(session.expect("this check stops, a new one begins"));
  CHECK_FALSE(contains(session.seen, "checked at"));
  // Some stunts are silent for so long that this remark appears.
  REQUIRE(session.expect("a kernel that hangs will be ended and named"));
  REQUIRE(session.expect("HANG"));
  REQUIRE(session.expect("checks hung and were ended, checked at"));
  session.signal(SIGINT);
  CHECK(session.exit_code() == 130);
}

TEST_CASE("watch on a terminal: keys, and the terminal is put back") {
  const FixtureTree tree("watch_keys");
  Session session(tree, {"watch"}, true);
  REQUIRE(session.expect("checking, "));
  REQUIRE(session.expect("30/50, checked at "));
  CHECK(contains(session.seen, "\x1b[1;31mFAIL"));
  REQUIRE(session.expect("q quit"));
  CHECK_FALSE(session.terminal_is_as_usual());
  session.press("h");
  REQUIRE(session.expect("Part 90a, hint 1 of 3"));
  CHECK(contains(session.seen, "30/50, checked at "));  // The result stays.
  REQUIRE(session.expect("q quit"));
  session.press("hh");
  REQUIRE(session.expect("It is 42."));
  session.press("r");
  REQUIRE(session.expect("30/50, checked at "));
  session.press("c");
  REQUIRE(session.expect("none repairs it."));
  session.press("n");
  REQUIRE(session.expect("labs/92_done/done.cu: 10/10, done, checked at "));
  must_say(session.seen, {"1. Read  labs/92_done/README.md", "Lab 92 is done."});
  REQUIRE(session.expect("Press n for the next lab."));
  session.press("q");
  CHECK(session.exit_code() == 0);
  CHECK(session.terminal_is_as_usual());
}

TEST_CASE("watch on a terminal: Ctrl-C has exit code 130 and puts the terminal back") {
  const FixtureTree tree("watch_interrupt");
  Session session(tree, {"watch", "90"}, true);
  REQUIRE(session.expect("checked at "));
  session.press("\x03");
  CHECK(session.exit_code() == 130);
  CHECK(session.terminal_is_as_usual());
}

TEST_CASE("watch on a terminal: --plain and NO_COLOR") {
  const FixtureTree tree("watch_look");
  {
    Session session(tree, {"watch", "--plain", "90"}, true);
    REQUIRE(session.expect("Waiting for the next save."));
    CHECK_FALSE(contains(session.seen, "\x1b"));
    CHECK(session.terminal_is_as_usual());
  }
  Session session(tree, {"watch", "90"}, true, {{"NO_COLOR", "1"}});
  REQUIRE(session.expect("checked at "));
  CHECK(contains(session.seen, "FAIL"));
  must_not_say(session.seen, {"mFAIL", "\x1b[1"});
}

TEST_CASE("watch says when everything is done") {
  const FixtureTree tree("watch_done");
  constexpr const char* kDone90 = R"({"score":50,"max_score":50,"parts":{"90a":true}})";
  tree.note("90_fixture", kDone90);
  Session session(tree, {"watch"}, false);
  REQUIRE(session.expect(kAllDone));
  REQUIRE(session.expect("labs/92_done/done.cu: 10/10, done"));
  session.signal(SIGINT);
  CHECK(session.exit_code() == 130);

  const FixtureRun run = tree.run({"watch"});
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, kAllDone));
  CHECK(tree.run({"watch", "7"}).exit_code == 2);
}

}  // namespace gridlock::test_watch
