/// Whole files: read with a limit, written atomically.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

namespace fs = std::filesystem;

/// No limit for `read_file`.
constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);

/// The bytes of a regular file, at most `limit` of them.  Never blocks on a pipe or
/// a device.
/// \throws std::system_error if it cannot be read or is not a regular file; its
/// code() says which (a folder is std::errc::is_a_directory).
std::string read_file(const fs::path& path, std::size_t limit = kNoLimit);

/// Writes a file that no one else reads yet; after a crash it may be incomplete.
/// \throws std::system_error
void write_scratch_file(const fs::path& path, std::string_view bytes);

/// Puts a file in place in one step: after a crash or on a full disk, the old file (or
/// no file) is there, never half of the new one.
/// \throws std::system_error, after removing the temporary file
void write_file_atomic(const fs::path& path, std::string_view bytes);

/// Whether the disk of a folder has room for a file of that many bytes; quotas are not
/// looked at.
bool has_room(const fs::path& folder, std::uint64_t bytes);

/// The files of a folder with this extension, such as ".cu", sorted by name; none if the
/// folder does not exist.
std::vector<fs::path> files_ending(const std::string& extension, const fs::path& folder);

}  // namespace gridlock
