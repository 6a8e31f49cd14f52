/// Reads the files of an archive into memory, without writing a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// What a file's time tells.
enum class TimeOf {
  change,    ///< When the file was changed last.
  download,  ///< When all files were packed or copied, not when one was handed in.
  upload,    ///< When it was handed in, as the platform says.
};

/// A file that somebody handed in, or a folder, which has no bytes.
struct HandedFile {
  /// Path below the folder or in the archive, in UTF-8; a folder's ends with '/'.
  std::string path;
  std::string bytes;
  std::string problem{};      ///< Why it has no bytes, as a sentence; "" if it has.
  std::int64_t time = 0;      ///< In seconds since 1970; 0 if it is not known.
  std::uint64_t attempt = 0;  ///< HandedName::attempt of the upload that holds it.
  TimeOf time_of = TimeOf::change;
  std::string written{};  ///< The path as it was written; "" if `path` is the same.
};

struct HandedLimits {
  std::size_t files, bytes;
};
/// More than a student's or a class's labs need, even with build folders and reports.
constexpr HandedLimits kOfAStudent{10'000, std::size_t{64} << 20};
constexpr HandedLimits kOfAClass{1'000'000, std::size_t{4} << 30};

/// All files that were handed in together, or why none of them is taken.
struct HandedFiles {
  std::vector<HandedFile> files;
  std::string problem;  ///< Why no file is taken, as a sentence; else "".
};

/// Whether a name ends like an archive's: .zip, .tar, .tar.gz, .tgz and kin.
bool is_archive_name(std::string_view name);

/// The name without its ending as an archive: "a" for "a.tar.gz".
std::string without_archive_ending(std::string_view name);

/// The files of an archive of any kind that libarchive knows.  A file has a problem if
/// it is a link, is damaged, has a password or has a path that leads out of the
/// archive.  The result has a problem if the archive exceeds the limits or ends early.
///
/// Names are the same in every locale.  A name that is not UTF-8 is read as code page
/// 437, which zip files without the UTF-8 flag use.  Names are normalized to NFC,
/// since macOS stores accents as characters of their own.
HandedFiles read_archive(const std::filesystem::path& archive,
                         const HandedLimits& limits = kOfAStudent);
/// Reads an archive from memory, such as one that was packed into another.
HandedFiles read_archive_bytes(std::string_view bytes);

/// A name that occurs in several forms at the top of the zip, or in the one folder that
/// holds everything: with an accented letter as one character, and as two.  The forms
/// may name several people, but read_archive() does not tell them apart.  "" if there
/// is no such name, or if the file is no zip.
std::string name_in_several_forms(const std::filesystem::path& zip);

/// Reads the files of a folder under the same rules.
HandedFiles read_folder(const std::filesystem::path& folder,
                        const HandedLimits& limits = kOfAStudent);

}  // namespace gridlock
