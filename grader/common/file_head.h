/// Reads statements on a file in the comment at its beginning, such as
/// "// expect: data_race".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// The text after each "// KEY:" in the comment at the beginning of `text`, trimmed.
std::vector<std::string> head_values(std::string_view text, std::string_view key);

/// The first of head_values(); "" if there is none.
std::string head_value(std::string_view text, std::string_view key);

/// What the comment at the beginning of `text` tells people, in one line: all but the
/// lines for programs, such as "// expect: ..." and "// overlay".
std::string story_of(std::string_view text);

}  // namespace gridlock
