/// What nearly all tests use: the libraries, scratch folders, calls of gridlock, and
/// assertions about what a text says.
#pragma once

#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/files.h"
#include "common/scratch_folder.h"
#include "common/subprocess.h"
#include "common/text.h"
#include "tests/skip.h"

namespace gridlock {

/// A new folder, gone at the end.
class Scratch : public ScratchFolder {
 public:
  Scratch() : ScratchFolder("gridlock-test") {}
  fs::path operator/(const fs::path& name) const { return path() / name; }
  /// Writes a file, in a new folder if its name has one, and returns its path.
  fs::path write(const fs::path& name, std::string_view text) const {
    const fs::path file = path() / name;
    fs::create_directories(file.parent_path());
    write_file_atomic(file, text);
    return file;
  }
};

/// Whether this is a student's tree, which has neither solutions nor their bank.
inline bool is_students_tree() {
  return !fs::exists(fs::path(GRIDLOCK_SOURCE_DIR) / "solutions");
}

/// Runs gridlock with these words, which may take long on a slow machine.
inline ProcessResult run_gridlock(std::vector<std::string> words,
                                  const fs::path& working_dir = {}) {
  words.insert(words.begin(), std::string(GRIDLOCK_BIN_DIR) + "/gridlock");
  return run_process({.argv = std::move(words),
                      .working_dir = working_dir,
                      .wall_limit = std::chrono::minutes(10)});
}

/// Each of the phrases must be in the text.
inline void must_say(std::string_view text,
                     std::initializer_list<std::string_view> phrases) {
  for (const std::string_view phrase : phrases)
    CHECK_MESSAGE(contains(text, phrase), "\"", phrase, "\" is not in\n", text);
}

/// None of the phrases may be in the text.
inline void must_not_say(std::string_view text,
                         std::initializer_list<std::string_view> phrases) {
  for (const std::string_view phrase : phrases)
    CHECK_FALSE_MESSAGE(contains(text, phrase), "\"", phrase, "\" is in\n", text);
}

}  // namespace gridlock
