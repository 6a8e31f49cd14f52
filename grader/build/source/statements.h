/// The statements of a source file that need not compile, as far as brackets and
/// semicolons tell.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "build/source/lexer.h"
#include "build/source/syntax.h"

namespace gridlock {

/// The code of these tokens: comments are left out, and white space is one space.
std::string code_of_tokens(const std::vector<Token>& tokens, std::size_t begin,
                           std::size_t end);

/// A file's tokens but its directives, and where statements begin and end among them.
class Statements {
 public:
  explicit Statements(std::string_view source);
  Statements(const Statements&) = delete;
  Statements& operator=(const Statements&) = delete;

  /// Without backslash-newlines; the offsets of tokens are in here.
  const std::string& text() const { return *raw_.text; }
  const std::vector<Token>& tokens() const { return tokens_; }
  const Syntax& syntax() const { return syntax_; }

  /// Whether a statement of a function begins with this token.
  bool begins(std::size_t index) const;
  /// The last token of the statement that begins here; kNone or beyond the last token if
  /// it has no end.
  std::size_t end(std::size_t begin) const;
  /// Whether it is neither a declaration nor a statement with others in it, nor a jump.
  bool is_simple(std::size_t begin, std::size_t end) const;
  bool is_declaration(std::size_t begin) const;
  bool is_fence_or_barrier(std::size_t begin) const;
  /// Whether another one may stand before the statement that begins here: not between an
  /// if and its else, nor between a do and its while.
  bool may_follow_another(std::size_t begin) const;
  /// Whether it is all that a condition or a loop guards, without braces.
  bool is_guarded_alone(std::size_t begin) const;

  /// Whether the token is a whole argument of one of CUDA's calls or of a launch.
  bool is_cuda_argument(std::size_t index) const;

  std::string code(std::size_t begin, std::size_t end) const {
    return code_of_tokens(tokens_, begin, end);
  }

 private:
  const std::vector<Token>& code_tokens();
  void find_parentheses();
  /// Whether this brace begins a list of values, as in T{1, 2}.
  bool opens_values(std::size_t brace) const;
  bool is_header_end(std::size_t close) const;
  bool is_condition_word(std::size_t index) const;

  RawText raw_;
  std::vector<Token> tokens_;
  Syntax syntax_;
  std::vector<bool>
      in_parentheses_;  ///< For each token, whether it stands directly in ( ).
};

}  // namespace gridlock
