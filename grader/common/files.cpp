#include "common/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>

#include "common/descriptor.h"

namespace gridlock {
namespace {

[[noreturn]] void fail(int error, std::string what) {
  if (error == EFBIG) what += ", for which `ulimit -f` is too low";
  throw std::system_error(error, std::generic_category(), what);
}

void write_all(int fd, std::string_view bytes, const std::string& what) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno, what);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

std::string read_file(const std::filesystem::path& path, std::size_t limit) {
  const std::string what = "cannot read " + path.string();
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) fail(errno, what);
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0) fail(errno, what);
  if (S_ISDIR(status.st_mode)) fail(EISDIR, what);
  if (!S_ISREG(status.st_mode)) fail(EINVAL, what + ", it is not a regular file");

  std::string bytes;
  char buffer[1 << 16];
  while (bytes.size() < limit) {
    const std::size_t wanted = std::min(sizeof buffer, limit - bytes.size());
    const ssize_t got = ::read(file.get(), buffer, wanted);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(errno, what);
    if (got == 0) break;
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
  return bytes;
}

void write_scratch_file(const std::filesystem::path& path, std::string_view bytes) {
  const std::string what = "cannot write " + path.string();
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.is_open()) fail(errno, what);
  write_all(file.get(), bytes, what);
  if (!file.close()) fail(errno, what);
}

void write_file_atomic(const std::filesystem::path& path, std::string_view bytes) {
  static std::atomic<unsigned> counter{0};
  const std::string what = "cannot write " + path.string();
  const std::string temporary = path.string() + ".tmp-" + std::to_string(::getpid()) +
                                "-" + std::to_string(counter++);
  try {
    Descriptor file(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file.is_open()) fail(errno, what);
    write_all(file.get(), bytes, what);
    if (::fsync(file.get()) != 0) fail(errno, what);
    if (!file.close()) fail(errno, what);
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail(errno, what);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  // The rename itself should survive a power cut too.  If the folder cannot be synced, a
  // second run repeats what is lost.
  const auto folder = path.has_parent_path() ? path.parent_path() : ".";
  const Descriptor parent(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.is_open()) ::fsync(parent.get());
}

bool has_room(const std::filesystem::path& folder, std::uint64_t bytes) {
  struct statvfs room = {};
  if (::statvfs(folder.c_str(), &room) != 0) return true;
  const bool has_files = room.f_files == 0 || room.f_favail > 0;
  return has_files && std::uint64_t{room.f_bavail} * room.f_frsize >= bytes;
}

std::vector<std::filesystem::path> files_ending(const std::string& extension,
                                                const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace gridlock
