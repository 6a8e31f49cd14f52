/// Text in the pages of a class.
#pragma once

#include <string>
#include <string_view>

namespace gridlock {

/// The text, from whomever, so that a browser shows it and nothing else.
std::string escaped(std::string_view text);

}  // namespace gridlock
