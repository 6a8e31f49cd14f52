/// Reads statements on a file in the comment at its beginning, such as
/// "// expect: data_race".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// The text after each "// KEY:" in that comment, trimmed.
std::vector<std::string> head_values(std::string_view text, std::string_view key);

/// The first of head_values(); "" if there is none.
std::string head_value(std::string_view text, std::string_view key);

/// What that comment tells people: its text in one line, without the lines above,
/// "overlay" and what else speaks to a program.
std::string story_of(std::string_view text);

}  // namespace gridlock
