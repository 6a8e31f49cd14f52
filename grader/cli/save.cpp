#include "cli/save.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "common/files.h"

namespace gridlock {
namespace {

/// Devices and pipes are written to as they are.
void write_through(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  bool ok = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file) ok &= std::fclose(file) == 0;
  if (!ok) throw std::system_error(errno, std::generic_category());
}

}  // namespace

bool save_for_user(const std::string& path, const std::string& text) {
  if (path == "-") return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  try {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
      write_through(path, text);
    else
      write_file_atomic(path, text);
    return true;
  } catch (const std::system_error& error) {
    std::fflush(stdout);
    const bool too_large = error.code() == std::errc::file_too_large;
    std::fprintf(stderr, "gridlock: cannot write %s: %s%s\n", path.c_str(),
                 error.code().message().c_str(),
                 too_large ? ", larger than ulimit -f allows" : "");
    return false;
  }
}

}  // namespace gridlock
