// The page that `gridlock selfcheck --table` writes.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>

#include "cli/bank_table.h"
#include "common/files.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

TEST_CASE("the table of mistakes tells each story, with what a GPU showed of it") {
  const fs::path folder =
      fs::temp_directory_path() / ("gridlock-bank-" + std::to_string(getpid()));
  const fs::path mistake = folder / "mistakes" / "no_fence.cu";
  fs::create_directories(mistake.parent_path());
  write_file_atomic(mistake,
                    "// expect: data_race\n// No fence | none at all.\nint x;\n");
  write_file_atomic(folder / "bank_h200.csv",
                    "# on some GPU\nmistake,simulator,gpu\nno_fence,data_race,passed\n");

  const std::string page = bank_table({{"90_fixture", mistake, "data_race", 3}});
  CAPTURE(page);
  CHECK(page.find("## 90_fixture") != std::string::npos);
  CHECK(page.find("| no_fence | No fence \\| none at all. | data_race | 3 | passed |") !=
        std::string::npos);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace gridlock
