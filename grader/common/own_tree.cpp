#include "common/own_tree.h"

#include <system_error>

namespace gridlock {
namespace {

namespace fs = std::filesystem;

fs::path find_own_tree() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path built = program.parent_path().parent_path();
  if (!error && built.filename() == kBuiltFolder &&
      fs::is_directory(built.parent_path() / "grader", error))
    return built.parent_path();
  return GRIDLOCK_SOURCE_DIR;
}

}  // namespace

const fs::path& own_tree() {
  static const fs::path tree = find_own_tree();
  return tree;
}

}  // namespace gridlock
