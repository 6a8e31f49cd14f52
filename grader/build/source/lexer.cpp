#include "build/source/lexer.h"

#include <charconv>
#include <map>

#include "common/text.h"

namespace gridlock {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Accepts letters, digits, '_', '$', the backslash of a universal character name, and
/// bytes that are not ASCII.
bool is_identifier_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
         c == '$' || c == '\\' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
  const bool number = is_digit(text[at]) || text[at] == '.';
  std::size_t end = at + 1;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (is_identifier_char(c)) continue;
    if (!number) break;
    const char before = text[end - 1];
    const bool exponent =
        before == 'e' || before == 'E' || before == 'p' || before == 'P';
    const bool separator =
        c == '\'' && end + 1 < text.size() && is_identifier_char(text[end + 1]);
    if (c != '.' && !separator && !(exponent && (c == '+' || c == '-'))) break;
  }
  return end;
}

bool is_literal_prefix(std::string_view word) {
  return is_any_of(word, {"u8", "u", "U", "L", "R", "u8R", "uR", "UR", "LR"});
}

/// The end of the literal that opens with the quote at `at`.  As for the compiler, a
/// literal that is not closed ends with its line.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != '\n') {
    if (text[end] == text[at]) return end + 1;
    end += text[end] == '\\' && end + 1 < text.size() && text[end + 1] != '\n' ? 2 : 1;
  }
  return end;
}

/// The end of the raw string that opens with the quote at `at`; 0 if it is not a raw
/// string.
std::size_t end_of_raw_string(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongestDelimiter = 16;
  const std::size_t open = text.find_first_of("()\\ \t\v\f\n\"", at + 1);
  if (open == text.npos || text[open] != '(' || open - at - 1 > kLongestDelimiter)
    return 0;
  const std::string closing =
      ")" + std::string(text.substr(at + 1, open - at - 1)) + "\"";
  const std::size_t close = text.find(closing, open + 1);
  return close == text.npos ? text.size() : close + closing.size();
}

/// The kind and the end of a word or a literal.
struct Lexeme {
  TokenKind kind;
  std::size_t end;
};

Lexeme quoted(std::string_view text, std::size_t quote, bool raw) {
  if (text[quote] == '\'') return {TokenKind::character, end_of_quoted(text, quote)};
  const std::size_t end = raw ? end_of_raw_string(text, quote) : 0;
  return {TokenKind::string, end ? end : end_of_quoted(text, quote)};
}

Lexeme lexeme_at(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '"' || c == '\'') return quoted(text, at, false);
  const bool number =
      is_digit(c) || (c == '.' && at + 1 < text.size() && is_digit(text[at + 1]));
  if (number) return {TokenKind::number, end_of_word(text, at)};
  if (!is_identifier_char(c)) return {TokenKind::punctuation, at + 1};
  const std::size_t end = end_of_word(text, at);
  const std::string_view word = text.substr(at, end - at);
  const bool quote = end < text.size() && (text[end] == '"' || text[end] == '\'');
  if (quote && is_literal_prefix(word)) return quoted(text, end, word.back() == 'R');
  return {TokenKind::identifier, end};
}

/// Punctuation of several characters, and its meaning.
struct Punctuation {
  std::string_view spelled, meaning;
};

Punctuation punctuation_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 4);
  // "<::" is "<" and "::", unless ":" or ">" follows.
  if (rest.starts_with("<::") && !rest.starts_with("<:::") && !rest.starts_with("<::>"))
    return {rest.substr(0, 1), "<"};
  for (const Punctuation& known : {Punctuation{"::", "::"},
                                   {"->", "->"},
                                   {"...", "..."},
                                   {"<:", "["},
                                   {":>", "]"},
                                   {"<%", "{"},
                                   {"%>", "}"},
                                   {"%:", "#"}})
    if (rest.starts_with(known.spelled)) return known;
  return {rest.substr(0, 1), rest.substr(0, 1)};
}

class Tokenizer {
 public:
  /// \param splices where a backslash-newline was removed: each counts as a line
  explicit Tokenizer(std::string_view text, std::vector<std::size_t> splices = {})
      : text_(text), splices_(std::move(splices)) {}

  bool at_end() const { return at_ >= text_.size(); }
  bool at_newline() const { return text_[at_] == '\n'; }
  std::size_t at() const { return at_; }
  void set_line(int line) { line_ = line; }

  /// Moves on, and counts lines.
  void advance_to(std::size_t end) {
    for (; at_ < end; ++at_) line_ += text_[at_] == '\n';
    for (; next_splice_ < splices_.size() && splices_[next_splice_] <= at_;
         ++next_splice_)
      ++line_;
  }
  /// Moves on without counting lines; the next marker gives the line.
  void jump_to(std::size_t end) { at_ = end; }

  /// Skips white space and comments, except for the newline at the end of a line.
  void skip_space() {
    while (!at_end()) {
      const std::string_view rest = text_.substr(at_, 2);
      if (is_blank(rest[0]))
        advance_to(at_ + 1);
      else if (rest == "//")
        advance_to(std::min(text_.find('\n', at_), text_.size()));
      else if (rest == "/*")
        advance_to(end_of_block_comment(at_));
      else
        return;
    }
  }

  /// Whether there is a '#' here; the position is not at a space.
  bool at_hash() const {
    return !at_end() && (text_[at_] == '#' || text_.substr(at_, 2) == "%:");
  }

  /// Takes a directive: up to the first newline outside of comments and raw strings.
  Token take_directive() {
    Token token{TokenKind::directive, {}, at_, 0, line_};
    std::size_t end = at_;
    // In `#include <a//b>` and `__has_include(<a/*b>)`, there are neither comments nor
    // literals between the angle brackets.
    bool include = false, header_name = false;
    while (end < text_.size() && text_[end] != '\n') {
      const std::size_t begin = end;
      if (header_name)
        ++end;
      else if (text_.substr(end, 2) == "//")
        end = std::min(text_.find('\n', end), text_.size());
      else if (text_.substr(end, 2) == "/*")
        end = end_of_block_comment(end);
      else
        end = lexeme_at(text_, end).end;
      const std::string_view part = text_.substr(begin, end - begin);
      include |= part.find("include") != part.npos || part == "import";
      header_name = header_name ? part != ">" : include && part == "<";
    }
    token.text = text_.substr(at_, end - at_);
    token.length = end - at_;
    advance_to(end);
    return token;
  }

  /// Takes the token here, which is not a blank, a comment or a newline.
  Token take_token() {
    const Lexeme lexeme = lexeme_at(text_, at_);
    Token token{lexeme.kind, text_.substr(at_, lexeme.end - at_), at_, lexeme.end - at_,
                line_};
    if (token.kind == TokenKind::punctuation) {
      const Punctuation found = punctuation_at(text_, at_);
      token.text = found.meaning;
      token.length = found.spelled.size();
    }
    advance_to(token.end());
    return token;
  }

 private:
  std::size_t end_of_block_comment(std::size_t begin) const {
    const std::size_t close = text_.find("*/", begin + 2);
    return close == text_.npos ? text_.size() : close + 2;
  }

  std::string_view text_;
  std::vector<std::size_t> splices_;
  std::size_t next_splice_ = 0;
  std::size_t at_ = 0;
  int line_ = 1;
};

struct ParsedMarker {
  int line = 0;
  std::string file;
  bool enters = false, leaves = false, system = false;
};

/// The byte for an escape sequence in the name in a line marker.  `at` is after the
/// backslash, and moves to the last character of the sequence.  clang writes bytes that
/// are not printable ASCII in octal, such as both bytes of an umlaut: `\303\274`.
char escaped_byte(std::string_view text, std::size_t& at) {
  constexpr std::size_t kOctalDigitsMax = 3;
  const auto is_octal = [&](std::size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '7';
  };
  if (!is_octal(at)) return text[at] == 'n' ? '\n' : text[at] == 't' ? '\t' : text[at];
  unsigned byte = 0;
  std::size_t end = at;
  for (; end < at + kOctalDigitsMax && is_octal(end); ++end)
    byte = byte * 8 + static_cast<unsigned>(text[end] - '0');
  at = end - 1;
  return static_cast<char>(byte);
}

/// Parses `# 12 "file" 1 3`; returns false if the directive is something else.
bool parse_marker(std::string_view text, ParsedMarker& marker) {
  if (!text.starts_with("# ") || text.size() < 3 || !is_digit(text[2])) return false;
  text.remove_prefix(2);
  const auto number =
      std::from_chars(text.data(), text.data() + text.size(), marker.line);
  text.remove_prefix(static_cast<std::size_t>(number.ptr - text.data()));
  if (number.ec != std::errc() || !text.starts_with(" \"")) return false;
  std::size_t at = 2;
  for (; at < text.size() && text[at] != '"'; ++at) {
    const bool escape = text[at] == '\\' && at + 1 < text.size();
    marker.file += escape ? escaped_byte(text, ++at) : text[at];
  }
  const std::string_view flags = text.substr(std::min(at + 1, text.size()));
  marker.enters = flags.find('1') != flags.npos;
  marker.leaves = flags.find('2') != flags.npos;
  marker.system = flags.find('3') != flags.npos;
  return true;
}

/// Follows the line markers of a preprocessed text.
class MarkerReader {
 public:
  MarkerReader(TokenizedText& result, const SourceFolders& folders)
      : result_(result), folders_(folders) {}

  void take(const Token& directive, const ParsedMarker& marker, int line_before) {
    const int file = index_of(marker);
    if (marker.enters) {
      result_.inclusions.push_back({file, file_, line_before});
      including_.push_back(file_);
    } else if (marker.leaves && !including_.empty()) {
      if (including_.back() != file) note_renaming();
      including_.pop_back();
    } else if (file != file_ && file_ >= 0 && !is_program() &&
               result_.files[static_cast<std::size_t>(file)].kind != FileKind::builtin &&
               !(is_of_overlay(file) && is_of_overlay(file_))) {
      note_renaming();
    }
    file_ = file;
    result_.markers.push_back({directive.offset, directive.length, marker.line, file});
  }

  int file() const { return file_; }
  bool in_system_file() const {
    return file_ >= 0 &&
           result_.files[static_cast<std::size_t>(file_)].kind == FileKind::system;
  }

 private:
  int index_of(const ParsedMarker& marker) {
    const auto [entry, is_new] =
        index_.try_emplace(marker.file, static_cast<int>(result_.files.size()));
    if (is_new)
      result_.files.push_back(names_another(marker)
                                  ? folders_.named_by_line(marker.file)
                                  : folders_.classify(marker.file, marker.system));
    return entry->second;
  }

  bool is_program() const {
    return folders_.scenarios.empty() && folders_.reference.empty();
  }
  /// Whether the marker may come from a #line directive of a program.
  bool names_another(const ParsedMarker& marker) const {
    return is_program() && !marker.enters && !marker.leaves && file_ >= 0 &&
           is_students(result_.files[static_cast<std::size_t>(file_)].kind);
  }

  /// Whether the file is an overlay or its reference: the merged text names them in turn.
  bool is_of_overlay(int file) const {
    const FileKind kind = result_.files[static_cast<std::size_t>(file)].kind;
    return !folders_.reference.empty() &&
           (kind == FileKind::submission || kind == FileKind::reference);
  }

  void note_renaming() {
    if (result_.renaming_marker < 0)
      result_.renaming_marker = static_cast<int>(result_.markers.size());
  }

  TokenizedText& result_;
  const SourceFolders& folders_;
  std::map<std::string, int> index_;
  std::vector<int> including_;
  int file_ = -1;
};

/// The beginning of the next line that starts with '#', at or after `at`.
std::size_t next_directive(std::string_view text, std::size_t at) {
  if (at == 0 || at >= text.size() || text[at - 1] == '\n') {
    if (at >= text.size() || text[at] == '#') return at;
  }
  const std::size_t found = text.find("\n#", at);
  return found == text.npos ? text.size() : found + 1;
}

/// Removes backslash-newlines from the text, and notes where they were.
std::string splice(std::string_view text, std::vector<std::size_t>& splices) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t end = at + 1;
    while (text[at] == '\\' && end < text.size() && is_blank(text[end])) ++end;
    if (text[at] == '\\' && end < text.size() && text[end] == '\n') {
      splices.push_back(result.size());
      at = end;
    } else {
      result += text[at];
    }
  }
  return result;
}

/// Whether the token is a raw string from which a backslash-newline was removed, or a
/// directive that contains such a raw string.
bool is_doubtful(const Token& token, const std::vector<std::size_t>& splices) {
  if (token.kind == TokenKind::directive) {
    std::vector<Token> words = directive_words(token);
    return std::any_of(words.begin(), words.end(), [&](Token& word) {
      word.offset += token.offset;
      return is_doubtful(word, splices);
    });
  }
  const std::size_t quote = token.text.find('"');
  const bool raw =
      token.kind == TokenKind::string && quote > 0 && token.text[quote - 1] == 'R';
  const auto next = std::upper_bound(splices.begin(), splices.end(), token.offset);
  return raw && next != splices.end() && *next < token.end();
}

}  // namespace

TokenizedText tokenize_preprocessed(std::string_view text, const SourceFolders& folders) {
  TokenizedText result;
  MarkerReader reader(result, folders);
  Tokenizer tokenizer(text);
  bool line_begins = true;
  while (!tokenizer.at_end() && result.tokens.size() < kTokensMax) {
    if (line_begins && reader.in_system_file())
      tokenizer.jump_to(next_directive(text, tokenizer.at()));
    tokenizer.skip_space();
    if (tokenizer.at_end()) break;
    if (tokenizer.at_newline()) {
      tokenizer.advance_to(tokenizer.at() + 1);
      line_begins = true;
      continue;
    }
    if (line_begins && tokenizer.at_hash()) {
      Token directive = tokenizer.take_directive();
      ParsedMarker marker;
      if (parse_marker(directive.text, marker)) {
        reader.take(directive, marker, directive.line);
        tokenizer.set_line(marker.line - 1);  // The newline after it counts.
      } else {
        directive.file = reader.file();
        if (!reader.in_system_file()) result.pragmas.push_back(directive);
      }
    } else {
      result.tokens.push_back(tokenizer.take_token());
      result.tokens.back().file = reader.file();
    }
    line_begins = false;
  }
  return result;
}

RawText tokenize_raw(std::string_view text) {
  RawText result;
  std::vector<std::size_t> splices;
  result.text = std::make_unique<const std::string>(splice(text, splices));
  Tokenizer tokenizer(*result.text, splices);
  bool line_begins = true;
  while (true) {
    tokenizer.skip_space();
    if (tokenizer.at_end()) return result;
    if (tokenizer.at_newline()) {
      tokenizer.advance_to(tokenizer.at() + 1);
      line_begins = true;
      continue;
    }
    const bool directive = line_begins && tokenizer.at_hash();
    result.tokens.push_back(directive ? tokenizer.take_directive()
                                      : tokenizer.take_token());
    line_begins = false;
    if (result.doubtful_line == 0 && is_doubtful(result.tokens.back(), splices))
      result.doubtful_line = result.tokens.back().line;
  }
}

std::vector<Token> directive_words(const Token& directive) {
  std::vector<Token> words;
  Tokenizer tokenizer(directive.text);
  while (true) {
    tokenizer.skip_space();
    if (tokenizer.at_end()) return words;
    if (tokenizer.at_newline()) {
      tokenizer.advance_to(tokenizer.at() + 1);
      continue;
    }
    words.push_back(tokenizer.take_token());
    words.back().line = directive.line;
  }
}

}  // namespace gridlock
