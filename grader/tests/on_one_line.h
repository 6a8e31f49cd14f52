/// Undoes the wrapping of messages.  A message that quotes another program is wrapped at
/// the terminal's width, at places that depend on the length of its paths.
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
