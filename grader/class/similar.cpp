#include "class/similar.h"

#include <algorithm>
#include <functional>
#include <map>

#include "build/source/lexer.h"

namespace gridlock {
namespace {

/// About a line and a half of tokens.
constexpr std::size_t kPassageTokens = 16;
/// A submission with fewer passages of its own than this counts as not begun.  A pair
/// with a smaller common share than this is not similar.
constexpr std::size_t kPassagesMin = 12;
constexpr double kCommonMin = 0.5;

struct Passage {
  std::string tokens;
  int first_line = 0, last_line = 0;
};

/// Whether the name belongs to the language, and so is not the student's.
bool is_of_language(std::string_view name) {
  static const std::set<std::string_view> kWords{
      "if",       "else",     "for",       "while", "do",       "return",   "break",
      "continue", "switch",   "case",      "const", "volatile", "static",   "struct",
      "class",    "template", "int",       "float", "double",   "unsigned", "bool",
      "void",     "auto",     "threadIdx", "true",  "false",    "size_t",   "blockIdx",
      "sizeof",   "gridDim",  "blockDim"};
  return name.starts_with("__") || name.starts_with("atomic") ||
         name.starts_with("cuda") || kWords.contains(name);
}

/// The token; any name or string is replaced by one placeholder.
std::string plain(const Token& token) {
  if (token.kind == TokenKind::string) return "s ";
  if (token.kind == TokenKind::identifier && !is_of_language(token.text)) return "n ";
  return std::string(token.text) + " ";
}

std::vector<Passage> passages_of(const std::string& code) {
  const RawText raw = tokenize_raw(code);
  std::vector<Passage> passages;
  for (std::size_t i = 0; i + kPassageTokens <= raw.tokens.size(); ++i) {
    Passage passage{"", raw.tokens[i].line, raw.tokens[i + kPassageTokens - 1].line};
    for (std::size_t j = i; j < i + kPassageTokens; ++j)
      passage.tokens += plain(raw.tokens[j]);
    passages.push_back(std::move(passage));
  }
  return passages;
}

using Passages = std::map<std::string, std::vector<Passage>>;

/// Adds the lines of the passages, from the first line to the last of each.
void add_lines(const std::vector<Passage>& passages, std::set<int>& lines) {
  for (const Passage& passage : passages)
    for (int line = passage.first_line; line <= passage.last_line; ++line)
      lines.insert(line);
}

/// Removes the passages of the skeleton and those that many submissions share; copies of
/// one submission count once.
void keep_rare(std::vector<Passages>& all, const std::string& skeleton) {
  std::set<std::vector<std::string>> different;
  for (const Passages& one : all) {
    std::vector<std::string> passages;
    for (const auto& entry : one) passages.push_back(entry.first);
    different.insert(std::move(passages));
  }
  std::map<std::string, std::size_t> having;
  for (const std::vector<std::string>& one : different)
    for (const std::string& tokens : one) ++having[tokens];
  const std::size_t many = std::max<std::size_t>(3, different.size() / 5);
  std::set<std::string> given;
  for (Passage& passage : passages_of(skeleton)) given.insert(std::move(passage.tokens));
  for (Passages& one : all)
    std::erase_if(one, [&](const auto& entry) {
      return having[entry.first] > many || given.contains(entry.first);
    });
}

}  // namespace

std::string without_names(const std::string& code) {
  std::string text;
  for (const Token& token : tokenize_raw(code).tokens) text += plain(token);
  return text;
}

std::vector<SimilarPair> similar_pairs(const std::vector<std::string>& codes,
                                       const std::string& skeleton) {
  std::vector<Passages> all(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i)
    for (Passage& passage : passages_of(codes[i])) {
      auto& same = all[i][passage.tokens];
      same.push_back(std::move(passage));
    }
  keep_rare(all, skeleton);
  std::map<std::string_view, std::vector<std::size_t>> having;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const auto& entry : all[i]) having[entry.first].push_back(i);
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> common;
  for (const auto& [tokens, owners] : having)
    for (std::size_t i = 0; i < owners.size(); ++i)
      for (std::size_t j = i + 1; j < owners.size(); ++j)
        ++common[{owners[i], owners[j]}];
  std::vector<SimilarPair> pairs;
  for (const auto& [pair, passages] : common) {
    const Passages &one = all[pair.first], &other = all[pair.second];
    const std::size_t shorter = std::min(one.size(), other.size());
    const double share = static_cast<double>(passages) / static_cast<double>(shorter);
    if (shorter < kPassagesMin || share < kCommonMin) continue;
    SimilarPair& found = pairs.emplace_back(SimilarPair{pair.first, pair.second, share});
    for (const auto& [tokens, of_one] : one)
      if (const auto same = other.find(tokens); same != other.end()) {
        add_lines(of_one, found.lines_of_one);
        add_lines(same->second, found.lines_of_other);
      }
  }
  std::ranges::stable_sort(pairs, std::greater(), &SimilarPair::share);
  return pairs;
}

}  // namespace gridlock
