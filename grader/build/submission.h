/// Reads the student's file as text for a compiler.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "build/overlay/overlay.h"

namespace gridlock {

/// The largest submission, in bytes.
constexpr std::size_t kSubmissionBytesMax = 1 << 20;

struct Submission {
  std::string text;     ///< UTF-8 without a byte order mark; lines end with '\n'.
  std::string problem;  ///< Why there is no text, with advice; "" if there is.
  /// For an overlay: the reference, and the merged file.
  std::string reference;
  Expansion whole;

  bool is_overlay() const { return !whole.lines.empty(); }
};

/// The owner of a file, for the message that it cannot be used.
enum class Belongs : bool { to_submission, to_program };

/// Reads the file; never writes to it.
/// \param name the file's name for the student
/// \param belongs whether it is a lab's submission or part of a whole program
Submission read_submission(const std::filesystem::path& path, std::string_view name,
                           Belongs belongs = Belongs::to_submission);

/// The text without a byte order mark, and with '\n' at the end of each line.
std::string normalize_text(std::string_view text);

}  // namespace gridlock
