// Where there is no bubblewrap, root runs a stranger's file as another user (tier C).
#include "isolation/box.h"
#include "tests/test.h"

namespace gridlock::test_other_user {
using nlohmann::json;

TEST_SUITE("full") {
  TEST_CASE("in tier C, too, a constructor writes to no library's memory") {
    const Box box = Box::of(BoxTier::other_user, "/");
    SKIP_IF(box.is_none(), "no tier C: " + box.why_not());
    const ScratchFolder folder("other-user");
    const fs::path hostile = fs::path(GRIDLOCK_SOURCE_DIR) / "grader" / "hostile";
    fs::copy_file(hostile / "right_answer.cuh", folder.path() / "right_answer.cuh");
    // A PATH without bubblewrap; `true` is what the box is tried with.
    fs::create_directory(folder.path() / "bin");
    fs::create_symlink("/usr/bin/true", folder.path() / "bin" / "true");
    const auto checks_of = [&](const char* name) {
      fs::copy_file(hostile / name, folder.path() / "last_block.cu",
                    fs::copy_options::overwrite_existing);
      ProcessRequest request{{std::string(GRIDLOCK_BIN_DIR) + "/gridlock", "check", "1",
                              "--only", "lastBlock is", "--on", "sim", "--submission",
                              (folder.path() / "last_block.cu").string(), "--no-cures",
                              "--json", "-"}};
      request.environment = {{"PATH", (folder.path() / "bin").string()}};
      request.wall_limit = std::chrono::minutes(5);
      request.output_limit = 1 << 20;
      const ProcessResult result = run_process(request);
      const json lab = json::parse(result.output).at("labs").at(0);
      CHECK(lab.at("tier") == "C");
      return lab.at("checks").at(0).at("verdict").get<std::string>();
    };
    CHECK(checks_of("constructs_on_load.cu") == "passed");
    CHECK(checks_of("writes_on_load.cu") == "crashed");
  }
}

}  // namespace gridlock::test_other_user
