/// The debug information in LLVM IR.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

#include "build/code/reader.h"

namespace gridlock {

/// The nodes of the debug information, by their numbers: "12" has "!DIBasicType(...)" for
/// the line "!12 = !DIBasicType(...)".
class DebugNodes {
 public:
  /// \param ir the code in textual form, which must outlive this object
  explicit DebugNodes(std::string_view ir) {
    while (!ir.empty()) {
      const std::string_view line = take_line(ir);
      if (!line.starts_with('!')) continue;
      const std::size_t is = line.find(" = ");
      if (is != line.npos) nodes_.emplace(line.substr(1, is - 1), line.substr(is + 3));
    }
  }

  /// \param id the number without '!'
  /// \returns "" if there is no such node
  std::string_view operator[](std::string_view id) const {
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? std::string_view{} : found->second;
  }

 private:
  std::unordered_map<std::string_view, std::string_view> nodes_;
};

/// The value of `key: value` in a node, without quotes and without the '!' of a node.
inline std::string_view debug_field(std::string_view node, const std::string& key) {
  for (const std::string& before : {"(" + key + ": ", ", " + key + ": "}) {
    const std::size_t at = node.find(before);
    if (at == node.npos) continue;
    std::string_view value = node.substr(at + before.size());
    if (value.starts_with('"'))
      return value.substr(1, std::min(value.find('"', 1), value.size()) - 1);
    if (value.starts_with('!')) value.remove_prefix(1);
    return value.substr(0, value.find_first_of(",)"));
  }
  return {};
}

}  // namespace gridlock
