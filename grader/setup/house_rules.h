/// The interface for the house rules: the repository's files, and rules about them.
#pragma once

#include <cctype>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/text.h"

namespace house {

struct TextFile {
  std::string path;  ///< From the root of the repository, with slashes.
  std::string text;

  bool ends_with(std::string_view ending) const { return path.ends_with(ending); }
  bool is_under(std::string_view folder) const { return path.starts_with(folder); }
  bool is_cuda() const { return ends_with(".cu") || ends_with(".cuh"); }
  bool is_cpp() const { return is_cuda() || ends_with(".h") || ends_with(".cpp"); }
  bool is_script() const { return ends_with(".js") || ends_with(".mjs"); }
  /// Whether format.sh formats it.
  bool is_formatted() const {
    return is_cpp() || is_script() || ends_with(".inc") || ends_with(".py") ||
           ends_with(".css");
  }
};

/// All text files, except in folders that are not the repository's own.
const std::vector<TextFile>& repository();

/// The places that break a rule: "path:line: what is wrong".
using Broken = std::vector<std::string>;
using Rule = std::function<Broken(const TextFile&)>;

std::string at(const TextFile& file, std::size_t line, std::string_view what);

/// Calls `visit(line, number)` for each line, counting from 1.
template <class Visit>
void for_each_line(const TextFile& file, Visit visit) {
  std::size_t number = 0;
  for (const std::string_view line : gridlock::split_lines(file.text))
    visit(line, ++number);
}

inline bool is_word_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Fails the test for each file of the repository that breaks the rule.
void check_repository(const Rule& rule);

/// How often a text breaks the rule.
std::size_t count(const Rule& rule, std::string path, std::string text);

}  // namespace house
