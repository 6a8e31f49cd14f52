/// A place for the files of a test.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace gridlock {

/// A folder of this process, gone at the end.  One at a time.
class Scratch {
 public:
  Scratch() { std::filesystem::create_directories(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                ("gridlock-test-" + std::to_string(::getpid()));
};

}  // namespace gridlock
