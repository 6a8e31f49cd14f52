/// A tree of labs that a test may change: lab 90, whose checks partly fail, and lab 92,
/// which any file passes.
#pragma once

#include "tests/fixture_runs.h"

namespace gridlock {

struct FixtureTree {
  std::filesystem::path root;
  std::filesystem::path state;  ///< Its build folder.

  explicit FixtureTree(const std::string& name)
      : root(fixture_folder() / name), state(fixture_folder() / (name + "_state")) {
    fs::remove_all(root);
    fs::remove_all(state);
    const std::string from = std::string(GRIDLOCK_TESTS_DIR) + "/fixture/tree";
    fs::create_directories(root / "labs");
    fs::copy(from + "/labs/90_fixture", root / "labs/90_fixture",
             fs::copy_options::recursive);
    fs::create_directories(root / "labs/92_done");
    write_file_atomic(root / "labs/92_done/lab.toml",
                      "title = \"Done\"\nsubmission = \"done.cu\"\npoints = 10\n"
                      "requires = []\n");
    write_file_atomic(root / "labs/92_done/done.cu", "int done;\n");
    for (const char* lab : {"90_fixture", "92_done"}) {
      const auto readme = root / "labs" / lab / "README.md";
      write_file_atomic(readme, "A lab.\n");
    }
  }

  std::filesystem::path lab90() const { return root / "labs/90_fixture/fixture.cu"; }
  std::filesystem::path lab92() const { return root / "labs/92_done/done.cu"; }

  std::vector<std::pair<std::string, std::string>> environment() const {
    return {{"GRIDLOCK_ROOT", root.string()}, {"GRIDLOCK_BUILD_DIR", state.string()}};
  }
  FixtureRun run(const std::vector<std::string>& arguments) const {
    return run_fixture(arguments, environment());
  }
  /// Notes a lab as done, or any other text in its place.
  void note(const std::string& lab, const std::string& text) const {
    std::filesystem::create_directories(state / "progress");
    write_file_atomic(state / "progress" / (lab + ".json"), text);
  }
};

}  // namespace gridlock
