#include "class/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <system_error>

#include "common/files.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> kEndings{
    ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tgz", ".txz", ".tar", ".zip", ".7z"};

std::string_view archive_ending(std::string_view name) {
  for (const std::string_view ending : kEndings)
    if (name.size() > ending.size() && name.ends_with(ending)) return ending;
  return "";
}

/// Takes files one by one, as long as there is no problem.
class Taking {
 public:
  explicit Taking(const HandedLimits& limits) : limits_(limits) {}

  bool may_go_on() const { return taken_.problem.empty(); }
  void refuse(std::string problem) { taken_.problem = std::move(problem); }

  /// Whether there is room for a file of this size.
  bool has_room(std::size_t bytes) {
    if (taken_.files.size() >= limits_.files)
      refuse(fmt::format("It holds more than {} files.", limits_.files));
    else if (bytes > limits_.bytes - bytes_)
      refuse(fmt::format("Its files have more than {} MiB.", limits_.bytes >> 20));
    return may_go_on();
  }
  void note_problem(const std::string& path, std::string problem) {
    taken_.files.push_back({path, "", std::move(problem)});
  }
  void take(std::string path, std::string bytes) {
    bytes_ += bytes.size();
    taken_.files.push_back({std::move(path), std::move(bytes)});
  }
  HandedFiles result() && {
    if (!may_go_on()) taken_.files.clear();
    return std::move(taken_);
  }

 private:
  const HandedLimits& limits_;
  HandedFiles taken_;
  std::size_t bytes_ = 0;
};

/// Linux has no longer paths.
constexpr std::size_t kPathMax = 4096;

bool leads_out(const fs::path& path) {
  return path.is_absolute() ||
         std::any_of(path.begin(), path.end(),
                     [](const fs::path& part) { return part == ".."; });
}

std::string not_a_file(const std::string& path) {
  return fmt::format("\"{}\" is a link or a device, and no file.", path);
}

/// The bytes of the current entry, as far as there is room; the size that it claims is
/// not to be trusted.
std::string read_entry(archive* source, Taking& taking) {
  std::string bytes;
  std::array<char, 1 << 16> buffer;
  for (la_ssize_t got;
       (got = ::archive_read_data(source, buffer.data(), buffer.size()));) {
    if (got < 0) {
      const char* why = ::archive_error_string(source);
      taking.refuse(fmt::format("It cannot be unpacked: {}.", why ? why : "damaged"));
      break;
    }
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
    if (!taking.has_room(bytes.size())) break;
  }
  return bytes;
}

void take_entry(archive* source, archive_entry* entry, Taking& taking) {
  const char* name = ::archive_entry_pathname(entry);
  const std::string path = name ? name : "";
  if (path.size() > kPathMax)
    return taking.refuse(fmt::format("A name in it is longer than {} bytes.", kPathMax));
  if (path.empty() || leads_out(path))
    return taking.refuse(fmt::format("\"{}\" leads out of the archive.", path));
  if (!taking.has_room(0)) return;
  if (::archive_entry_is_encrypted(entry))
    return taking.note_problem(path, "It is protected by a password.");
  const auto type = ::archive_entry_filetype(entry);
  if (type == AE_IFDIR) return;
  if (type != AE_IFREG || ::archive_entry_hardlink(entry))
    return taking.note_problem(path, not_a_file(path));
  std::string bytes = read_entry(source, taking);
  if (taking.may_go_on() && taking.has_room(bytes.size()))
    taking.take(path, std::move(bytes));
}

/// Reads the archive that `open` opens.
template <class Open>
HandedFiles read_with(const HandedLimits& limits, const Open& open) {
  const std::unique_ptr<archive, decltype(&::archive_read_free)> source(
      ::archive_read_new(), &::archive_read_free);
  ::archive_read_support_filter_all(source.get());
  ::archive_read_support_format_all(source.get());
  Taking taking(limits);
  int status = open(source.get());
  archive_entry* entry = nullptr;
  while (taking.may_go_on() && status == ARCHIVE_OK &&
         (status = ::archive_read_next_header(source.get(), &entry)) == ARCHIVE_OK)
    take_entry(source.get(), entry, taking);
  if (taking.may_go_on() && status != ARCHIVE_EOF) {
    const char* why = ::archive_error_string(source.get());
    taking.refuse(fmt::format("It is no archive that can be read: {}.",
                              why ? why : "it is damaged"));
  }
  return std::move(taking).result();
}

}  // namespace

bool is_archive_name(std::string_view name) { return !archive_ending(name).empty(); }

std::string without_archive_ending(std::string_view name) {
  name.remove_suffix(archive_ending(name).size());
  return std::string(name);
}

HandedFiles read_archive(const fs::path& path, const HandedLimits& limits) {
  constexpr std::size_t kBlock = 1 << 16;
  return read_with(limits, [&](archive* source) {
    return ::archive_read_open_filename(source, path.c_str(), kBlock);
  });
}

HandedFiles read_archive_bytes(std::string_view bytes) {
  return read_with(kOfAStudent, [&](archive* source) {
    return ::archive_read_open_memory(source, bytes.data(), bytes.size());
  });
}

HandedFiles read_folder(const fs::path& folder, const HandedLimits& limits) {
  Taking taking(limits);
  try {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!taking.may_go_on()) break;
      const std::string path = entry.path().lexically_relative(folder).string();
      const fs::file_status status = entry.symlink_status();
      if (fs::is_directory(status)) continue;
      if (!fs::is_regular_file(status))
        taking.note_problem(path, not_a_file(path));
      else if (taking.has_room(entry.file_size()))
        taking.take(path, read_file(entry.path(), limits.bytes));
    }
  } catch (const std::system_error& error) {
    taking.refuse(fmt::format("It cannot be read: {}.", error.what()));
  }
  return std::move(taking).result();
}

}  // namespace gridlock
