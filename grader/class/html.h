/// The pages of a class: text in them, and what they begin with.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// The text, from whomever, so that a browser shows it and nothing else.
std::string escaped(std::string_view text);

/// The lines around these, which are marked; "" if there are none.
std::string code_excerpt(const std::string& code, const std::set<int>& lines);

/// The beginning of a page, in the style of the player.  Of scripts a browser runs only
/// these, which the page must hold as they are: much of its text comes from students.
std::string page_head(const std::string& title, const std::vector<std::string>& scripts);

}  // namespace gridlock
