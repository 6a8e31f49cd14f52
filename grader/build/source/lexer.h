/// Divides C++ text into tokens: preprocessed text for the rewriter, raw text for the
/// rules.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "build/source/source_files.h"

namespace gridlock {

enum class TokenKind : std::uint8_t {
  identifier,  ///< Includes keywords.
  number,
  string,  ///< Includes the prefix; also raw strings.
  character,
  punctuation,  ///< One character, or `::`, `->`, `...`; for a digraph, its meaning.
  directive,    ///< A whole line that begins with '#'.
};

struct Token {
  TokenKind kind;
  std::string_view text;   ///< Points into the text; for a digraph, its meaning.
  std::size_t offset = 0;  ///< Where it begins in the text.
  std::size_t length = 0;  ///< In bytes, in the text.
  int line = 0;            ///< The line in its file, from 1.
  int file = 0;            ///< Index in TokenizedText::files; 0 in raw text.

  bool is(std::string_view what) const {
    return text == what && kind != TokenKind::string;
  }
  bool is_any(std::initializer_list<std::string_view> of) const {
    return kind != TokenKind::string && std::find(of.begin(), of.end(), text) != of.end();
  }
  std::size_t end() const { return offset + length; }
};

/// A line marker of preprocessed text, such as `# 12 "file" 1 3`.
struct LineMarker {
  std::size_t offset = 0;
  std::size_t length = 0;  ///< Without the newline.
  int line = 0;            ///< The line of the text that follows.
  int file = 0;            ///< Index in TokenizedText::files.
};

/// An #include that the preprocessor has replaced by the file.
struct Inclusion {
  int file = 0;     ///< The included file.
  int from = 0;     ///< The including file.
  int at_line = 0;  ///< The line of the #include.
};

struct TokenizedText {
  std::vector<SourceFile> files;
  std::vector<Token> tokens;   ///< From all files but the system's, without directives.
  std::vector<Token> pragmas;  ///< The remaining directives of the same files.
  std::vector<LineMarker> markers;
  std::vector<Inclusion> inclusions;
  /// Index of the first marker that names another file without entering or leaving one,
  /// as a #line directive does; -1 if there is none.  Always -1 for a whole program,
  /// where the other file gets the kind `named`.
  int renaming_marker = -1;
};

/// More tokens than any submission of 1 MiB has, unless its macros multiply them.
constexpr std::size_t kTokensMax = 2'000'000;

/// The tokens of the output of `clang -E`, at most kTokensMax.  The text must outlive
/// them.
TokenizedText tokenize_preprocessed(std::string_view text, const SourceFolders& folders);

/// The tokens of one source file as it was written, without comments.
struct RawText {
  /// The text without backslash-newlines, into which the tokens point.
  std::unique_ptr<const std::string> text;
  /// A directive is one token, including its comments; `directive_words` divides it.
  std::vector<Token> tokens;
  /// The line of the first raw string from which a backslash-newline was removed although
  /// it belongs to the string; 0 if there is none.  From there on, `text` is unreliable.
  int doubtful_line = 0;
};

RawText tokenize_raw(std::string_view text);

/// The tokens of a directive in raw text: "#", "include", ...
std::vector<Token> directive_words(const Token& directive);

}  // namespace gridlock
