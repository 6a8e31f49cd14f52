/// Finds the statements of a source file, as far as brackets and semicolons show.  The
/// file need not compile.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "build/source/lexer.h"
#include "build/source/syntax.h"

namespace gridlock {

/// The code of these tokens, without comments and with single spaces.
std::string code_of_tokens(const std::vector<Token>& tokens, std::size_t begin,
                           std::size_t end);

struct Branch {
  int line = 0;
  bool parts_threads = false;  ///< The condition depends on the thread's index.
};

/// The tokens of a file except its directives, and where its statements begin and end.
class Statements {
 public:
  explicit Statements(std::string_view source);
  Statements(const Statements&) = delete;
  Statements& operator=(const Statements&) = delete;

  /// The text without backslash-newlines, to which the tokens' offsets refer.
  const std::string& text() const { return *raw_.text; }
  const std::vector<Token>& tokens() const { return tokens_; }
  const Syntax& syntax() const { return syntax_; }

  /// Whether a statement of a function begins with this token.
  bool begins(std::size_t index) const;
  /// The last token of the statement that begins here.  If it has no end: kNone, or an
  /// index beyond the last token.
  std::size_t end(std::size_t begin) const;
  /// Whether this statement contains no other statement, and is not empty, no declaration
  /// and no return.
  bool is_simple(std::size_t begin, std::size_t end) const;
  bool is_declaration(std::size_t begin) const;
  bool is_fence_or_barrier(std::size_t begin) const;
  /// Whether another statement may be inserted before the one that begins here: not
  /// between an if and its else, or between a do and its while.
  bool may_follow_another(std::size_t begin) const;
  /// Whether a condition or a loop guards this statement alone, without braces.
  bool is_guarded_alone(std::size_t begin) const;

  /// Whether the token is a complete argument of a CUDA call or of a launch.
  bool is_cuda_argument(std::size_t index) const;

  /// The `if`s whose branches have code in this line, the outermost first.
  std::vector<Branch> branches_around(int line) const;
  /// The line of the last `call` before `line`; 0 unless it is in a branch of an `if`
  /// that ends before `line`, in the same block, with no call or launch in between.
  int in_branch_before(int line, std::string_view call) const;
  /// The line in which the innermost loop around the code of `line` begins or, if there
  /// is none, the next loop of its function; 0 if there is none either.
  int loop_at(int line) const;
  /// Whether a `while` with an empty body has its condition in this line.
  bool waits(int line) const;
  /// The name of the template parameter with this type, in the template around `line`; ""
  /// if there is none.
  std::string template_parameter(int line, std::string_view type) const;

  std::string code(std::size_t begin, std::size_t end) const {
    return code_of_tokens(tokens_, begin, end);
  }

 private:
  const std::vector<Token>& code_tokens();
  void find_parentheses();
  /// Whether this brace opens a list of values, as in T{1, 2}.
  bool opens_values(std::size_t brace) const;
  bool is_header_end(std::size_t close) const;
  bool is_condition_word(std::size_t index) const;
  bool is_of_line(std::size_t begin, std::size_t end, int line) const;
  bool depends_on_thread(std::size_t begin, std::size_t end) const;

  RawText raw_;
  std::vector<Token> tokens_;
  Syntax syntax_;
  std::vector<bool> in_parentheses_;  ///< Whether each token is directly within ( ).
};

}  // namespace gridlock
