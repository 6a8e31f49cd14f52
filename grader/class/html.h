/// What the pages of a class share: escaping of text, and the beginning of a page.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// Escapes the text, whoever wrote it, so that a browser shows it and does nothing else.
std::string escaped(std::string_view text);

/// The marked lines with a few lines around each; "" if no line is marked.
std::string code_excerpt(const std::string& code, const std::set<int>& lines);

/// The beginning of a page, in the style of the player.  A page has text from students,
/// so a browser runs only the given scripts, which the page must hold unchanged.
std::string page_head(const std::string& title, const std::vector<std::string>& scripts);

}  // namespace gridlock
