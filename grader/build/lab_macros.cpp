#include "build/lab_macros.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

namespace gridlock {
namespace {

/// Where a macro that is still defined at the end was defined.
struct Definition {
  std::string file;
  int line = 0;
};

using Definitions = std::map<std::string, Definition, std::less<>>;
using Names = std::set<std::string, std::less<>>;

void note_definitions(const std::string& text, const std::string& file,
                      Definitions& definitions) {
  const RawText raw = tokenize_raw(text);
  for (const Token& token : raw.tokens) {
    if (token.kind != TokenKind::directive) continue;
    const std::vector<Token> words = directive_words(token);
    if (words.size() < 3) continue;
    const std::string name(words[2].text);
    if (words[1].is("define")) definitions[name] = {file, token.line};
    if (words[1].is("undef")) definitions.erase(name);
  }
}

void note_names(const std::string& text, Names& names) {
  const RawText raw = tokenize_raw(text);
  const auto note = [&](const Token& token) {
    if (token.kind == TokenKind::identifier) names.emplace(token.text);
  };
  for (const Token& token : raw.tokens)
    if (token.kind == TokenKind::directive)
      for (const Token& word : directive_words(token)) note(word);
    else
      note(token);
}

/// The scenarios, and what they include of the lab and of ours after the submission.
std::set<int> files_of_the_lab(const TokenizedText& tokenized) {
  const auto kind = [&](int index) {
    return index < 0 ? FileKind::builtin
                     : tokenized.files.at(static_cast<std::size_t>(index)).kind;
  };
  std::set<int> found;
  for (int index = 0; index < static_cast<int>(tokenized.files.size()); ++index)
    if (kind(index) == FileKind::scenarios) found.insert(index);
  for (const Inclusion& inclusion : tokenized.inclusions)
    if (found.contains(inclusion.from) &&
        (kind(inclusion.file) == FileKind::lab || kind(inclusion.file) == FileKind::ours))
      found.insert(inclusion.file);
  return found;
}

}  // namespace

std::vector<Complaint> check_macros(
    const TokenizedText& tokenized,
    const std::function<const std::string&(const SourceFile&)>& text_of) {
  Definitions definitions;
  for (const SourceFile& file : tokenized.files)
    if (is_students(file.kind)) note_definitions(text_of(file), file.name, definitions);
  std::vector<Complaint> complaints;
  if (definitions.empty()) return complaints;
  Names names;
  for (const int index : files_of_the_lab(tokenized))
    note_names(text_of(tokenized.files.at(static_cast<std::size_t>(index))), names);
  for (const auto& [name, definition] : definitions)
    if (names.contains(name))
      complaints.push_back({false, definition.file, definition.line,
                            "The macro " + name +
                                " would change the lab's own code, which uses that name. "
                                "Choose another one, or #undef it at the file's end."});
  return complaints;
}

}  // namespace gridlock
