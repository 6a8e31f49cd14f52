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
