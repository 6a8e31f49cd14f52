/// Regular expressions of the standard library, behind a header without <regex>, which
/// takes seconds to compile.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace gridlock {

/// A regular expression in ECMAScript's grammar.
class Pattern {
 public:
  /// The captures of a match, the whole match first; "" for a group that matched nothing.
  using Groups = std::vector<std::string>;

  explicit Pattern(const std::string& expression);

  /// The captures if the whole text matches; empty if it does not.
  Groups match(const std::string& text) const;
  /// All matches inside the text, from left to right.
  std::vector<Groups> matches_in(const std::string& text) const;
  /// The text with each match replaced; $1 stands for the first group.
  std::string replace_in(const std::string& text, const std::string& replacement) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace gridlock
