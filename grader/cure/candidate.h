/// A small change to a submission, and where a submission fails.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// Replaces `length` bytes at `offset` by `text`.
struct TextEdit {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;

  bool operator==(const TextEdit&) const = default;
};

/// The source with all edits applied.  Their offsets refer to the source.  Edits at the
/// same place keep their order, except that replacements come last.
/// \pre they do not overlap
/// \throws std::out_of_range if an edit lies outside the source
std::string edited(std::string_view source, std::vector<TextEdit> edits);

/// The single edit that turns `before` into `after`.
TextEdit edit_between(std::string_view before, std::string_view after);

struct Candidate {
  std::vector<TextEdit> edits;
  int line = 0;       ///< The changed line of the source, from 1.
  std::string words;  ///< "`__threadfence();` before `*flag = 1;` in line 8"
};

/// How a submission fails: where, and which order it seems to lack.
struct Symptom {
  /// The submission's lines that take part, the most suspicious first.
  std::vector<int> lines;
  std::size_t racing = 0;      ///< How many of the first `lines` have racing accesses.
  bool lacks_barrier = false;  ///< A block barrier is missing, not a fence.
  bool within_block = false;   ///< A fence at block scope is enough.
  /// Two threads work on the same element of the data; an atomic or volatile access would
  /// only hide that.
  bool shares_data = false;
  bool lacks_system = false;  ///< System scope is missing: for the host or other GPUs.
};

/// A line as a report names it: "line 8".
using LineName = std::function<std::string(int line)>;

}  // namespace gridlock
