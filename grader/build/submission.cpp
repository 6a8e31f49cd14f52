#include "build/submission.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "common/files.h"
#include "common/text.h"

namespace gridlock {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

std::string problem_of_reading(const std::filesystem::path& path, std::string_view name,
                               const std::error_code& code) {
  if (code == std::errc::no_such_file_or_directory || code == std::errc::not_a_directory)
    return fmt::format("{} was not found: there is no file {}.", name, path.string());
  if (code == std::errc::is_a_directory)
    return fmt::format("{} is a folder. Name the .cu file in it.", path.string());
  if (code == std::errc::invalid_argument)
    return fmt::format("{} is not a regular file. Name a .cu file.", path.string());
  return fmt::format("{} cannot be read: {}.", path.string(), code.message());
}

/// What is wrong with the bytes; "" if they are text.
std::string problem_of_bytes(std::string_view bytes, std::string_view name,
                             Belongs belongs) {
  const bool of_program = belongs == Belongs::to_program;
  if (bytes.size() > kSubmissionBytesMax)
    return fmt::format("{} is larger than 1 MiB. {}", name,
                       of_program ? "Let the program read its data from a file."
                                  : "Hand in source code only.");
  const bool utf16 = bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
  if (utf16)
    return fmt::format(
        "{} is saved as UTF-16. Save it as UTF-8 (in the editor: \"Save with "
        "encoding\").",
        name);
  const auto is_binary = [](unsigned char c) {
    return c < 0x20 && std::string_view("\n\r\t\v\f\x1A").find(static_cast<char>(c)) ==
                           std::string_view::npos;
  };
  if (std::any_of(bytes.begin(), bytes.end(), is_binary))
    return fmt::format(
        "{} is not a text file: it holds binary bytes. {} the .cu source, saved as "
        "UTF-8.",
        name, of_program ? "Name" : "Hand in");
  if (trim(bytes).empty() || trim(bytes) == kUtf8Mark)
    return fmt::format("{} is empty. {}", name,
                       of_program ? "Name a file with the program's code."
                                  : "Write the code the sheet asks for, or get the "
                                    "original file back.");
  return "";
}

}  // namespace

std::string normalize_text(std::string_view text) {
  if (text.starts_with(kUtf8Mark)) text.remove_prefix(kUtf8Mark.size());
  if (text.ends_with('\x1A')) text.remove_suffix(1);  // DOS files may end with this byte.
  std::string result;
  result.reserve(text.size() + 1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (pair) continue;
    result += text[i] == '\r' ? '\n' : text[i];
  }
  if (!result.ends_with('\n')) result += '\n';
  return result;
}

Submission read_submission(const std::filesystem::path& path, std::string_view name,
                           Belongs belongs) {
  Submission submission;
  try {
    const std::string bytes = read_file(path, kSubmissionBytesMax + 1);
    submission.problem = problem_of_bytes(bytes, name, belongs);
    if (submission.problem.empty()) submission.text = normalize_text(bytes);
  } catch (const std::system_error& error) {
    submission.problem = problem_of_reading(path, name, error.code());
  }
  submission.problem = sanitize_text(submission.problem);
  return submission;
}

}  // namespace gridlock
