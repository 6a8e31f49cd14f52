/// Runs the fixture's command from a test.
#pragma once

#include "tests/test.h"

namespace gridlock {

/// The folder for the fixture's state and temporary files.
inline std::filesystem::path fixture_folder() {
  static const Scratch folder;
  return folder.path();
}

struct FixtureRun {
  int exit_code = 0;
  std::string output;  ///< Standard output.
  std::string errors;
};

inline ProcessRequest fixture_request(const std::vector<std::string>& arguments) {
  ProcessRequest request;
  request.argv = {std::string(GRIDLOCK_BIN_DIR) + "/gridlock-fixture"};
  request.argv.insert(request.argv.end(), arguments.begin(), arguments.end());
  request.environment = {
      {"GRIDLOCK_ROOT", std::string(GRIDLOCK_TESTS_DIR) + "/fixture/tree"},
      {"GRIDLOCK_BUILD_DIR", fixture_folder().string()}};
  request.wall_limit = std::chrono::seconds(60);
  request.output_limit = 4 << 20;
  return request;
}

inline FixtureRun run_fixture(
    const std::vector<std::string>& arguments,
    const std::vector<std::pair<std::string, std::string>>& environment = {}) {
  ProcessRequest request = fixture_request(arguments);
  for (const auto& variable : environment) {
    std::erase_if(request.environment,
                  [&](const auto& known) { return known.first == variable.first; });
    request.environment.push_back(variable);
  }
  const ProcessResult result = run_process(request);
  REQUIRE_MESSAGE(result.started, result.start_error);
  return {result.exit_code, result.output, result.errors};
}

/// The record that `--json -` prints.
inline nlohmann::json record_of(const FixtureRun& run) {
  INFO(run.errors);
  REQUIRE(nlohmann::json::accept(run.output));
  return nlohmann::json::parse(run.output);
}

inline nlohmann::json fixture_record(
    std::vector<std::string> arguments,
    const std::vector<std::pair<std::string, std::string>>& environment = {}) {
  arguments.insert(arguments.begin() + 1, {"--json", "-"});
  return record_of(run_fixture(arguments, environment));
}

/// The program that a process runs; "" if there is no such process.
inline std::string program_of(const std::string& pid) {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/" + pid + "/exe", error).filename();
}

inline std::string parent_of(const std::string& pid) {
  std::ifstream status("/proc/" + pid + "/status");
  for (std::string key, value; status >> key; std::getline(status, value))
    if (key == "PPid:" && status >> value) return value;
  return "";
}

/// The processes that run the fixture's worker, of this run and of others.
inline std::vector<std::string> fixture_workers() {
  std::vector<std::string> pids;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error))
    if (std::string pid = entry.path().filename();
        program_of(pid) == "gridlock-worker-fake")
      pids.push_back(std::move(pid));
  return pids;
}

/// Waits until the program has begun to grade: until it has a worker.
/// \return false if it has none after a minute
inline bool wait_for_worker_of(pid_t program) {
  const std::string pid_of_program = std::to_string(program);
  for (int tries = 0; tries < 6000; ++tries) {
    for (const std::string& pid : fixture_workers()) {
      const std::string parent = parent_of(pid);
      if (parent == pid_of_program || parent_of(parent) == pid_of_program) return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// Waits until a worker that was told to hang does so.
/// \return false if none has after a minute
inline bool wait_for_hanging_worker() {
  const auto note = fixture_folder() / "fixture-worker-hangs";
  for (int tries = 0; tries < 6000; ++tries) {
    if (std::filesystem::remove(note)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// Starts the command, presses Ctrl-C once it grades, and returns its exit code.
/// \param once_it_hangs press it only when the worker has come to `hang_as_noted`
inline int run_fixture_and_interrupt(const std::vector<std::string>& arguments,
                                     bool once_it_hangs = false) {
  ProcessRequest request = fixture_request(arguments);
  request.environment.emplace_back("HOME", fixture_folder().string());
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    for (const auto& [key, value] : request.environment)
      ::setenv(key.c_str(), value.c_str(), 1);
    if (!std::freopen("/dev/null", "w", stdout)) ::_exit(126);
    if (!std::freopen("/dev/null", "w", stderr)) ::_exit(126);
    std::vector<char*> argv;
    for (const std::string& argument : request.argv)
      argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  CHECK_MESSAGE((once_it_hangs ? wait_for_hanging_worker() : wait_for_worker_of(child)),
                "no worker after a minute");
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// A file with this text, gone at the end.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text)
      : path_(fixture_folder() / name) {
    write_file_atomic(path_, text);
  }
  ~TemporaryFile() {
    std::error_code error;
    std::filesystem::remove(path_, error);
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace gridlock
