/// Reads the student's file as text for a compiler.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "build/overlay/overlay.h"

namespace gridlock {

constexpr std::size_t kSubmissionBytesMax = 1 << 20;

struct Submission {
  std::string text;       ///< UTF-8 without a byte order mark; lines end with '\n'.
  std::string problem;    ///< Why `text` is empty, with advice; or "".
  std::string reference;  ///< The text of an overlay's reference.
  Expansion whole;        ///< An overlay merged with its reference.

  bool is_overlay() const { return !whole.lines.empty(); }
};

/// Whether a file is a lab's submission or part of a whole program; decides the advice.
enum class Belongs : bool { to_submission, to_program };

/// Reads the file; never writes to it.
/// \param name the file's name for the student
Submission read_submission(const std::filesystem::path& path, std::string_view name,
                           Belongs belongs = Belongs::to_submission);

/// The text without a byte order mark, and with '\n' at the end of each line.
std::string normalize_text(std::string_view text);

}  // namespace gridlock
