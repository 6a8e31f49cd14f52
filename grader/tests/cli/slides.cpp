// gridlock slides: what it needs and what it passes on; slides/deck_test.py has the rest.
#include <filesystem>

#include "common/text.h"
#include "tests/fixture_tree.h"

namespace gridlock::test_slides {
namespace fs = std::filesystem;

/// Runs `gridlock slides` with a node that prints its arguments and ends with `code`.
FixtureRun slides(const std::vector<std::string>& options, int code) {
  const fs::path folder = fixture_folder() / "programs";
  fs::create_directories(folder);
  for (const char* name : {"node", "npm"}) {
    write_file_atomic(folder / name,
                      "#!/bin/sh\necho \"$@\"\nexit " + std::to_string(code) + "\n");
    fs::permissions(folder / name, fs::perms::owner_all);
  }
  std::vector<std::string> arguments{"slides"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const FixtureTree tree("slides_tree");
  fs::create_directories(tree.root / "solutions");
  return run_fixture(arguments, {{"PATH", folder.string() + ":/usr/bin:/bin"},
                                 {"GRIDLOCK_ROOT", tree.root.string()}});
}

TEST_CASE("slides need Node.js, and say how to get it") {
  const FixtureRun run = run_fixture({"slides"}, {{"PATH", "/nonexistent"}});
  CHECK(run.exit_code == 2);
  CHECK(contains(run.errors, "apt-get install nodejs npm"));
}

TEST_CASE("slides are made by build.mjs, with the options that were given") {
  const FixtureRun plain = slides({}, 0);
  INFO(plain.output, plain.errors);
  CHECK(plain.exit_code == 0);
  CHECK(contains(plain.output,
                 "slides/build.mjs " + (fixture_folder() / "slides").string()));
  CHECK_FALSE(contains(plain.output, "--pdf"));
  const FixtureRun more = slides({"01_last_block", "--pdf", "--out", "/elsewhere"}, 0);
  must_say(more.output, {"build.mjs /elsewhere ", "--pdf 01_last_block\n"});
}

TEST_CASE("a deck that is wrong is our own fault, something missing is not") {
  CHECK(slides({}, 1).exit_code == 3);
  CHECK(slides({}, 2).exit_code == 2);
}

}  // namespace gridlock::test_slides
