/// The debug information in LLVM's intermediate code, by its numbers.
#pragma once

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace gridlock {

/// The nodes of the debug information: "!12 = !DIBasicType(...)" is "12" to the rest.
class DebugNodes {
 public:
  /// \param ir the code in its textual form, which must outlive this
  explicit DebugNodes(std::string_view ir) {
    for (std::size_t begin = 0; begin < ir.size();) {
      const std::size_t end = std::min(ir.find('\n', begin), ir.size());
      const std::string_view line = ir.substr(begin, end - begin);
      begin = end + 1;
      if (!line.starts_with('!')) continue;
      const std::size_t is = line.find(" = ");
      if (is != line.npos) nodes_.emplace(line.substr(1, is - 1), line.substr(is + 3));
    }
  }

  /// \param id the number without its '!'
  /// \returns "" if there is none
  std::string_view operator[](std::string_view id) const {
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? std::string_view{} : found->second;
  }

 private:
  std::unordered_map<std::string_view, std::string_view> nodes_;
};

}  // namespace gridlock
