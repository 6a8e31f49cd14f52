#include "common/pattern.h"

#include <regex>

namespace gridlock {
namespace {

Pattern::Groups groups_of(const std::smatch& match) {
  return {match.begin(), match.end()};
}

}  // namespace

struct Pattern::Compiled {
  std::regex regex;
};

Pattern::Pattern(const std::string& expression)
    : compiled_(std::make_shared<Compiled>(Compiled{std::regex(expression)})) {}

Pattern::Groups Pattern::match(const std::string& text) const {
  std::smatch found;
  if (!std::regex_match(text, found, compiled_->regex)) return {};
  return groups_of(found);
}

std::vector<Pattern::Groups> Pattern::matches_in(const std::string& text) const {
  std::vector<Groups> matches;
  for (std::sregex_iterator found(text.begin(), text.end(), compiled_->regex), none;
       found != none; ++found)
    matches.push_back(groups_of(*found));
  return matches;
}

std::string Pattern::replace_in(const std::string& text,
                                const std::string& replacement) const {
  return std::regex_replace(text, compiled_->regex, replacement);
}

}  // namespace gridlock
