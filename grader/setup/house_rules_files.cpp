#include "setup/house_rules.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "common/files.h"

namespace house {
namespace {

namespace fs = std::filesystem;

bool is_text(const fs::path& path) {
  static const std::set<std::string> kEndings = {
      ".h",  ".cpp", ".cu",  ".cuh", ".inc",  ".md", ".cmake", ".txt", ".toml",
      ".sh", ".py",  ".yml", ".in",  ".json", ".js", ".mjs",   ".css", ".csv"};
  static const std::set<std::string> kNames = {"gridlock", "run", "pre-commit",
                                               ".clang-format", ".clang-tidy"};
  return kEndings.count(path.extension()) || kNames.count(path.filename());
}

// Folders that are not the repository's own text: build results, files of tools, and
// submissions that are bad on purpose.
bool is_foreign(const fs::path& folder) {
  const std::string name = folder.filename();
  return name == "build" || name == "hostile" || name == "__pycache__" ||
         (name.starts_with(".") && name != ".ci" && name != ".githooks");
}

}  // namespace

const std::vector<TextFile>& repository() {
  static const std::vector<TextFile> files = [] {
    const fs::path root = GRIDLOCK_SOURCE_DIR;
    std::vector<TextFile> found;
    for (fs::recursive_directory_iterator entry(root), end; entry != end; ++entry) {
      const fs::path relative = entry->path().lexically_relative(root);
      // These two hold a part and its tests; any other folder `build` would not be ours.
      const bool is_part = relative == "grader/build" || relative == "grader/tests/build";
      if (entry->is_directory() && is_foreign(*entry) && !is_part) {
        entry.disable_recursion_pending();
      } else if (entry->is_regular_file() && is_text(*entry)) {
        found.push_back({relative.generic_string(), gridlock::read_file(*entry)});
      }
    }
    return found;
  }();
  return files;
}

std::string at(const TextFile& file, std::size_t line, std::string_view what) {
  return fmt::format("{}:{}: {}", file.path, line, what);
}

void check_repository(const Rule& rule) {
  REQUIRE(repository().size() > 10);
  for (const TextFile& file : repository())
    for (const std::string& broken : rule(file)) FAIL_CHECK(broken);
}

std::size_t count(const Rule& rule, std::string path, std::string text) {
  return rule({std::move(path), std::move(text)}).size();
}

}  // namespace house
