/// C++ text as tokens: preprocessed text for the rewriter, raw text for the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "build/source/source_files.h"

namespace gridlock {

enum class TokenKind : std::uint8_t {
  identifier,  ///< Keywords too.
  number,
  string,  ///< With its prefix; raw strings as well.
  character,
  punctuation,  ///< One character, or `::`, `->`, `...`; the meaning of a digraph.
  directive,    ///< A whole line that begins with '#'.
};

struct Token {
  TokenKind kind;
  std::string_view text;   ///< Points into the text; a digraph's text is its meaning.
  std::size_t offset = 0;  ///< Its beginning in the text.
  std::size_t length = 0;  ///< Its length there, in bytes.
  int line = 0;            ///< Line in its own file, from 1.
  int file = 0;            ///< Index in TokenizedText::files; 0 in raw text.

  bool is(std::string_view what) const {
    return text == what && kind != TokenKind::string;
  }
  std::size_t end() const { return offset + length; }
};

/// A line marker, `# 12 "file" 1 3`, as it stands in preprocessed text.
struct LineMarker {
  std::size_t offset = 0;
  std::size_t length = 0;  ///< Without the newline.
  int line = 0;            ///< Line in the file that follows.
  int file = 0;            ///< Index in TokenizedText::files.
};

/// An #include that was followed.
struct Inclusion {
  int file = 0;     ///< The included file.
  int from = 0;     ///< The including file.
  int at_line = 0;  ///< The line of the #include.
};

struct TokenizedText {
  std::vector<SourceFile> files;
  std::vector<Token>
      tokens;  ///< Tokens of all files but the system's, without directives.
  std::vector<Token> pragmas;  ///< The directives that are left, likewise.
  std::vector<LineMarker> markers;
  std::vector<Inclusion> inclusions;
  /// Index of the first marker that neither enters nor leaves a file and yet names
  /// another one: the trace of a #line directive.  -1 without one, and in whole programs,
  /// where it gives its file the kind `named`.
  int renaming_marker = -1;
};

/// More tokens than any submission of 1 MiB has without macros that multiply.
constexpr std::size_t kTokensMax = 2'000'000;

/// Tokens of the output of `clang -E`, at most kTokensMax.  The text must outlive them.
TokenizedText tokenize_preprocessed(std::string_view text, const SourceFolders& folders);

/// One source file as it was written, comments skipped.
struct RawText {
  /// The text without backslash-newlines.  The tokens point into it.
  std::unique_ptr<const std::string> text;
  /// A directive is one token, comments and all; `directive_words` takes it apart.
  std::vector<Token> tokens;
  /// The line of a raw string that holds a backslash-newline, which belongs to the
  /// string, so that `text` is unreliable from there on; 0 without one.
  int doubtful_line = 0;
};

RawText tokenize_raw(std::string_view text);

/// The tokens of a directive of raw text: "#", "include", ...
std::vector<Token> directive_words(const Token& directive);

}  // namespace gridlock
