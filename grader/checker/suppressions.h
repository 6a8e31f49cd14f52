/// Findings that the user does not want reported, each with the reason: the file of
/// `run --suppress`.
///
///     [[suppress]]
///     kind = "equal_writes"
///     lines = ["*changed = true;"]
///     reason = "Every thread that writes it writes true, and the host reads it later."
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "checker/record.h"

namespace gridlock {

/// An entry of the file.  It names source text, not line numbers, so that it holds as
/// long as these lines stay, whatever is edited elsewhere.
struct Suppression {
  std::string kind;  ///< A verdict or advice.
  /// The text of the finding's lines; runs of blanks count as one blank.
  std::vector<std::string> lines;
  std::string reason;
  int at = 0;  ///< Its line in the file.

  bool matches(const PlacedFinding& finding) const;
};

/// A finding, and why it does not count.
struct SuppressedFinding {
  PlacedFinding finding;
  std::string reason;
};

/// \throws std::runtime_error "FILE: WHAT" if the file is damaged, or if an entry has no
///         reason
std::vector<Suppression> read_suppressions(const std::filesystem::path& file);

}  // namespace gridlock
