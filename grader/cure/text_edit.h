/// Edits of a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// Replaces `length` bytes at `offset` by `text`.
struct TextEdit {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;
  /// The edit belongs to the text before it, as a closing brace does: it comes before
  /// insertions at the same place.
  bool closes = false;

  bool operator==(const TextEdit&) const = default;
};

/// The source with all edits applied.  Their offsets refer to the source.  Edits at the
/// same place keep their order, except that closing ones come first and replacements
/// last.
/// \pre they do not overlap
/// \throws std::out_of_range if one lies outside
std::string edited(std::string_view source, std::vector<TextEdit> edits);

/// The single edit that turns `before` into `after`.
TextEdit edit_between(std::string_view before, std::string_view after);

}  // namespace gridlock
