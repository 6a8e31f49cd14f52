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
  /// It belongs to what lies before it: a closing brace goes before what others insert
  /// at the same place.
  bool closes = false;

  bool operator==(const TextEdit&) const = default;
};

/// The source with all edits applied, whose offsets are those of the source.  Those at
/// the same place keep their order, but what closes comes first and what replaces last.
/// \pre they do not overlap
/// \throws std::out_of_range if one lies outside
std::string edited(std::string_view source, std::vector<TextEdit> edits);

/// The one edit that makes `after` of `before`.
TextEdit edit_between(std::string_view before, std::string_view after);

}  // namespace gridlock
