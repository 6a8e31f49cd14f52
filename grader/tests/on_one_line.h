/// Messages quote what another program said, and wrap it at the terminal's width: where,
/// depends on how long the paths in it are.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// The text with the lines that were wrapped joined again.
inline std::string on_one_line(std::string_view text) {
  std::string joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n' || text.substr(i + 1, 2) != "| ") {
      joined += text[i];
      continue;
    }
    i += 2;
    while (i + 1 < text.size() && text[i + 1] == ' ') ++i;
    joined += ' ';
  }
  return joined;
}

}  // namespace gridlock
