#include "class/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <system_error>

#include "class/names.h"
#include "common/files.h"
#include "common/text.h"

namespace gridlock {
namespace {

constexpr std::array<std::string_view, 9> kEndings{
    ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tgz", ".txz", ".tar", ".zip", ".7z"};

std::string_view archive_ending(std::string_view name) {
  for (const std::string_view ending : kEndings)
    if (name.size() > ending.size() && name.ends_with(ending)) return ending;
  return "";
}

/// Lets libarchive give names as UTF-8.  A program begins in the locale C, in which
/// libarchive gives no name for an entry whose UTF-8 or UTF-16 name is not ASCII.
class NamesInUtf8 {
 public:
  NamesInUtf8()
      : utf8_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)),
        before_(::uselocale(utf8_)) {}
  ~NamesInUtf8() {
    ::uselocale(before_);
    if (utf8_) ::freelocale(utf8_);
  }
  NamesInUtf8(const NamesInUtf8&) = delete;
  NamesInUtf8& operator=(const NamesInUtf8&) = delete;

  bool are_there() const { return utf8_ != nullptr; }

 private:
  locale_t utf8_, before_;
};

/// The characters of the bytes from 0x80 on in code page 437.  Code page 850, of western
/// Europe, has the letters at the same places.
constexpr std::string_view kCodePage437 =
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧"
    "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0";

std::string in_utf8(const std::string& name) {
  if (is_utf8(name)) return name;
  std::vector<std::string> letters;
  for (const char byte : kCodePage437) {
    if ((byte & 0xC0) != 0x80) letters.emplace_back();
    letters.back() += byte;
  }
  std::string text;
  for (const char byte : name) {
    const auto code = static_cast<unsigned char>(byte);
    text += code < 0x80 ? std::string(1, byte) : letters[code - 0x80u];
  }
  return text;
}

class Taking {
 public:
  explicit Taking(const HandedLimits& limits) : limits_(limits) {}

  bool may_go_on() const { return taken_.problem.empty(); }
  void refuse(std::string problem) { taken_.problem = std::move(problem); }

  bool has_room(std::size_t bytes) {
    if (taken_.files.size() >= limits_.files)
      refuse(fmt::format("It holds more than {} files.", limits_.files));
    else if (bytes > limits_.bytes - bytes_)
      refuse(fmt::format("Its files have more than {} MiB.", limits_.bytes >> 20));
    return may_go_on();
  }
  void note_problem(const std::string& path, std::string problem) {
    take({path, "", std::move(problem)});
  }
  void take(HandedFile file) {
    bytes_ += file.bytes.size();
    std::string path = composed(in_utf8(file.path));
    if (path != file.path) file.written = in_utf8(file.path);
    file.path = std::move(path);
    taken_.files.push_back(std::move(file));
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

/// PATH_MAX on Linux.
constexpr std::size_t kPathMax = 4096;

bool leads_out(const fs::path& path) {
  return path.is_absolute() ||
         std::ranges::any_of(path, [](const fs::path& part) { return part == ".."; });
}

/// The path without its root, "." and "..": "./a" and "../a" become "a".
std::string kept_inside(const fs::path& path) {
  fs::path inside;
  for (const fs::path& part : path.relative_path())
    if (part != "." && part != "..") inside /= part;
  return inside.string();
}

std::string not_a_file(const std::string& path) {
  return fmt::format("\"{}\" is a link or a device, and no file.", path);
}

std::string error_of(archive* source) {
  const char* why = ::archive_error_string(source);
  return why ? why : "it is damaged";
}

/// Reads the current entry into `file` while there is room, or notes why not.  The size
/// that the entry claims is not trusted.
void read_entry(archive* source, HandedFile& file, Taking& taking) {
  std::array<char, 1 << 16> buffer;
  for (la_ssize_t got;
       (got = ::archive_read_data(source, buffer.data(), buffer.size()));) {
    if (got == ARCHIVE_FATAL)
      return taking.refuse(fmt::format("It cannot be unpacked: {}.", error_of(source)));
    if (got < 0) file.problem = fmt::format("It is damaged: {}.", error_of(source));
    if (file.bytes.size() > kOfAStudent.bytes)
      file.problem = fmt::format("It has more than {} MiB.", kOfAStudent.bytes >> 20);
    if (!file.problem.empty()) return file.bytes.clear();
    file.bytes.append(buffer.data(), static_cast<std::size_t>(got));
    if (!taking.has_room(file.bytes.size())) return;
  }
}

/// Why the entry is not read: its name, its kind or a password; "" if it is read.
std::string problem_of(archive_entry* entry, const std::string& name) {
  if (name.size() > kPathMax)
    return fmt::format("Its name is longer than {} bytes.", kPathMax);
  if (leads_out(name)) return fmt::format("\"{}\" leads out of the archive.", name);
  if (::archive_entry_is_encrypted(entry)) return "It is protected by a password.";
  if (::archive_entry_filetype(entry) != AE_IFREG || ::archive_entry_hardlink(entry))
    return not_a_file(name);
  return "";
}

/// \param number position of the entry, told instead of a name that cannot be read
void take_entry(archive* source, archive_entry* entry, std::size_t number,
                Taking& taking) {
  const char* given = ::archive_entry_pathname(entry);
  const std::string name = given ? given : "";
  constexpr std::size_t kShownOfLongName = 60;
  HandedFile file{
      kept_inside(name.size() > kPathMax ? name.substr(0, kShownOfLongName) : name), ""};
  file.time = ::archive_entry_mtime(entry);
  if (::archive_entry_filetype(entry) == AE_IFDIR) {
    if (!file.path.empty() && !file.path.ends_with('/')) file.path += '/';
    if (!file.path.empty() && taking.has_room(0)) taking.take(std::move(file));
    return;
  }
  file.problem = problem_of(entry, name);
  if (file.path.empty()) {
    file.path = fmt::format("entry {} of the archive", number);
    file.problem = "Its name cannot be read.";
  }
  if (!taking.has_room(0)) return;
  if (file.problem.empty()) read_entry(source, file, taking);
  if (taking.may_go_on() && taking.has_room(file.bytes.size()))
    taking.take(std::move(file));
}

template <class Open>
HandedFiles read_with(const HandedLimits& limits, const Open& open) {
  const std::unique_ptr<archive, decltype(&::archive_read_free)> source(
      ::archive_read_new(), &::archive_read_free);
  // Only the kinds in kEndings: for some others, libarchive starts programs.
  for (const auto support :
       {::archive_read_support_filter_gzip, ::archive_read_support_filter_bzip2,
        ::archive_read_support_filter_xz, ::archive_read_support_filter_zstd,
        ::archive_read_support_format_tar, ::archive_read_support_format_zip,
        ::archive_read_support_format_7zip, ::archive_read_support_format_empty})
    support(source.get());
  const NamesInUtf8 names;
  Taking taking(limits);
  int status = open(source.get());
  archive_entry* entry = nullptr;
  // A warning concerns one entry: the entry's name or its owner's name cannot be read.
  const auto is_well = [&] { return status == ARCHIVE_OK || status == ARCHIVE_WARN; };
  for (std::size_t number = 1; taking.may_go_on() && is_well(); ++number) {
    status = ::archive_read_next_header(source.get(), &entry);
    if (!is_well()) break;
    if (!::archive_entry_pathname(entry) && !names.are_there())
      taking.refuse(
          "Names in it need the locale C.UTF-8, which this machine does not have: "
          "install it (Debian, Ubuntu: package libc-bin) and try again.");
    else
      take_entry(source.get(), entry, number, taking);
  }
  if (taking.may_go_on() && status != ARCHIVE_EOF)
    taking.refuse(
        fmt::format("It is no archive that can be read: {}.", error_of(source.get())));
  return std::move(taking).result();
}

/// The names in the directory at the end of a zip file, as they are written there.
/// Empty if there is no directory, or one so large that only Zip64 can describe it.
std::vector<std::string> names_in_directory(const fs::path& zip) {
  constexpr std::size_t kEndBytes = 22, kCommentMost = 65'535, kEntryBytes = 46;
  std::vector<std::string> names;
  std::ifstream file(zip, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::size_t>(std::max<std::streamoff>(file.tellg(), 0));
  std::string bytes(std::min(size, kEndBytes + kCommentMost), '\0');
  const auto read_at = [&](std::size_t at) {
    file.seekg(static_cast<std::streamoff>(at));
    return bool(file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())));
  };
  const auto number = [&](std::size_t at, std::size_t width) {
    std::size_t value = 0;
    while (width-- > 0)
      value = value << 8 | static_cast<unsigned char>(bytes[at + width]);
    return value;
  };
  if (!read_at(size - bytes.size())) return names;
  const std::size_t end = bytes.rfind("PK\5\6");
  if (end == bytes.npos || bytes.size() - end < kEndBytes) return names;
  const std::size_t length = number(end + 12, 4), begin = number(end + 16, 4);
  if (begin > size || length > size - begin) return names;
  bytes.resize(length);
  if (!read_at(begin)) return names;
  for (std::size_t at = 0; at + kEntryBytes <= length;) {
    const std::size_t name = number(at + 28, 2);
    if (at + kEntryBytes + name > length) break;
    names.push_back(bytes.substr(at + kEntryBytes, name));
    at += kEntryBytes + name + number(at + 30, 2) + number(at + 32, 2);
  }
  return names;
}

}  // namespace

std::string name_in_several_forms(const fs::path& zip) {
  std::vector<std::string> paths = names_in_directory(zip);
  const auto first_of = [](const std::string& path) {
    return path.substr(0, path.find('/') + 1);
  };
  const std::string outer = paths.empty() ? "" : first_of(paths.front());
  const bool is_wrapped = std::all_of(paths.begin(), paths.end(), [&](const auto& path) {
    return first_of(path) == outer;
  });
  std::map<std::string, std::string> forms;
  for (const std::string& whole : paths) {
    const std::string path = is_wrapped ? whole.substr(outer.size()) : whole;
    const std::string name = in_utf8(path.substr(0, path.find('/')));
    const auto [form, is_new] = forms.emplace(composed(name), name);
    if (!is_new && form->second != name) return form->first;
  }
  return "";
}

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
      if (fs::is_directory(status)) {
        if (taking.has_room(0)) taking.take({path + "/", ""});
      } else if (!fs::is_regular_file(status)) {
        taking.note_problem(path, not_a_file(path));
      } else if (taking.has_room(entry.file_size())) {
        const auto time = std::chrono::file_clock::to_sys(entry.last_write_time());
        taking.take(
            {path, read_file(entry.path(), limits.bytes), "",
             std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch())
                 .count()});
      }
    }
  } catch (const std::system_error& error) {
    taking.refuse(fmt::format("It cannot be read: {}.", error.what()));
  }
  return std::move(taking).result();
}

}  // namespace gridlock
