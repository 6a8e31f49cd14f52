#include "cli/save.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "common/files.h"
#include "report/layout.h"

namespace gridlock {
namespace {

/// Devices and pipes are not replaced, but written to.
void write_through(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  bool ok = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file) ok &= std::fclose(file) == 0;
  if (!ok) throw std::system_error(errno, std::generic_category());
}

/// "cannot write /etc/x: Permission denied; name another file"
std::string cannot_write(const std::string& path, const std::string& why) {
  return fmt::format("cannot write {}: {}; name another file", one_line(path), why);
}

}  // namespace

std::string why_no_file(const std::string& path) {
  if (path.empty()) return "the path is empty; name a file";
  if (path == "-") return "";
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const fs::path named(path);
  if (fs::is_directory(status) || !named.has_filename())
    return cannot_write(path, "it is a folder");
  const bool in_place = fs::exists(status) && !fs::is_regular_file(status);
  const fs::path folder = named.has_parent_path() ? named.parent_path() : ".";
  if (!in_place && !fs::is_directory(folder, error))
    return cannot_write(path,
                        fmt::format("there is no folder {}", one_line(folder.string())));
  if (::access(in_place ? path.c_str() : folder.c_str(), in_place ? W_OK : W_OK | X_OK))
    return cannot_write(path, std::generic_category().message(errno));
  return "";
}

bool save_for_user(const std::string& path, const std::string& text) {
  if (path == "-") return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  try {
    std::error_code error;
    const auto status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
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
