/// The student's file as text that a compiler can be given.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "build/overlay/overlay.h"

namespace gridlock {

/// The largest submission, in bytes.
constexpr std::size_t kSubmissionBytesMax = 1 << 20;

struct Submission {
  std::string text;  ///< UTF-8 without a byte order mark, lines end with '\n'.
  std::string
      problem;  ///< The reason for a missing text, with advice; "" if there is one.
  /// For an overlay: the reference, and the whole.
  std::string reference;
  Expansion whole;

  bool is_overlay() const { return !whole.lines.empty(); }
};

/// The owner of a file, for messages about one that cannot be taken.
enum class Belongs : bool { to_submission, to_program };

/// Reads the file; never writes to it.
/// \param path the file
/// \param name the student's name for it
/// \param belongs to a lab's submission, or to a whole program
Submission read_submission(const std::filesystem::path& path, std::string_view name,
                           Belongs belongs = Belongs::to_submission);

/// The text with every line end as '\n', without a byte order mark.
std::string normalize_text(std::string_view text);

}  // namespace gridlock
