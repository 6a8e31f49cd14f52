#include "build/source/declarations.h"

#include <algorithm>

namespace gridlock {
namespace {

class Reader {
 public:
  Reader(const Syntax& syntax, std::size_t begin, std::size_t end)
      : syntax_(syntax), end_(end), at_(begin) {
    found_.begin = begin;
  }

  Declaration read() {
    if (is_access(at_)) return ends_before(at_ + 2);
    while (at_ < end_) {
      if (syntax_.is(at_, ";")) return ends_before(at_ + 1);
      if (syntax_.is(at_, "{")) {
        if (is_over_behind_brace()) return ends_before(at_);
      } else {
        step();
      }
    }
    return ends_before(end_);
  }

 private:
  bool is_access(std::size_t i) const {
    return syntax_.is(i + 1, ":") &&
           syntax_.is_any(i, {"public", "protected", "private"});
  }

  Declaration ends_before(std::size_t end) {
    found_.end = std::min(end, end_);
    if (found_.kind == Declaration::Kind::other && parameters_ && !assigned_ &&
        !is_alias())
      found_.kind = Declaration::Kind::function;
    return found_;
  }

  bool is_alias() const {
    return syntax_.is_any(found_.begin, {"typedef", "using", "static_assert"});
  }

  /// Skips what cannot begin a body or parameters: attributes, decltype(...),
  /// noexcept(...), names of operators, template arguments.
  bool skip_without_meaning() {
    const std::size_t begin = at_;
    at_ = syntax_.skip_attribute(at_);
    if (at_ != begin) return true;
    const bool asks = syntax_.is(at_, "decltype") || syntax_.is(at_, "noexcept");
    if (syntax_.is(at_, "operator")) {
      skip_operator();
    } else if (asks && syntax_.is(at_ + 1, "(")) {
      at_ = syntax_.after(at_ + 1);
    } else if (syntax_.is(at_, "<") && at_ > 0 && syntax_.is_identifier(at_ - 1) &&
               !assigned_ && syntax_.template_close(at_) != kNone) {
      at_ = syntax_.template_close(at_) + 1;
    }
    return at_ != begin;
  }

  /// Takes a group, or one token that does not open a body.
  void step() {
    if (skip_without_meaning()) return;
    const bool class_key = syntax_.is_any(at_, {"struct", "class", "union"});
    class_key_ |= class_key && !(at_ > 0 && syntax_.is(at_ - 1, "enum"));
    assigned_ |= syntax_.is(at_, "=") && !parameters_;
    defaulted_ |= syntax_.is(at_, "=") && parameters_;
    // A pointer to a function is a variable, not a function.
    pointer_ |= syntax_.is(at_, "(") && syntax_.is(at_ + 1, "*") && !parameters_;
    parameters_ |= syntax_.is(at_, "(") && !assigned_ && !pointer_;
    initializers_ |= syntax_.is(at_, ":") && parameters_;
    at_ = syntax_.after(at_);
  }

  /// Skips `operator()`, `operator=`, `operator bool` and the like, up to the parameters.
  void skip_operator() {
    ++at_;
    if (syntax_.is(at_, "(") && syntax_.is(at_ + 1, ")")) at_ += 2;
    while (at_ < end_ && !syntax_.is(at_, "(") && !syntax_.is(at_, ";")) ++at_;
  }

  /// Whether the brace is that of a namespace, or of `extern "C"`.
  bool opens_scope(std::size_t brace) const {
    const std::size_t begin = found_.begin;
    return syntax_.is(begin, "namespace") ||
           (syntax_.is(begin, "inline") && syntax_.is(begin + 1, "namespace")) ||
           (syntax_.is(begin, "extern") && brace == begin + 2);
  }

  /// Handles a brace.  Returns whether the declaration ends with it.
  bool is_over_behind_brace() {
    const std::size_t brace = at_;
    const std::size_t close = syntax_.partner(brace);
    at_ = close == kNone ? end_ : close + 1;
    if (close == kNone) return true;
    if (opens_scope(brace)) return has_body(Declaration::Kind::scope, brace);
    if (class_key_ && !parameters_ && !assigned_ && found_.body == kNone) {
      has_body(Declaration::Kind::class_type, brace);
      return false;  // The declaration ends with its `;`.
    }
    if (!parameters_ || assigned_ || defaulted_) return false;
    // In `A() : member{1}, Base<T>{2} {`, only the last brace opens the body.
    const bool initializer =
        initializers_ && (syntax_.is_identifier(brace - 1) || syntax_.is(brace - 1, ">"));
    return !initializer && has_body(Declaration::Kind::function, brace);
  }

  bool has_body(Declaration::Kind kind, std::size_t brace) {
    found_.kind = kind;
    found_.body = brace;
    return true;
  }

  const Syntax& syntax_;
  std::size_t end_;
  std::size_t at_;
  Declaration found_;
  bool pointer_ = false;       ///< There was a `(*`.
  bool parameters_ = false;    ///< There was a parameter list.
  bool assigned_ = false;      ///< There was a `=` before any parameters.
  bool defaulted_ = false;     ///< There was a `=` after the parameters: `= default`.
  bool initializers_ = false;  ///< There was the `:` before a constructor's initializers.
  bool class_key_ = false;
};

/// Whether two tokens of a parameter list are separated by a space.
bool are_apart(const Token& left, const Token& right) {
  const auto is_word = [](const Token& token) {
    return token.kind == TokenKind::identifier || token.kind == TokenKind::number;
  };
  if (left.is(",") || left.is("=") || right.is("=")) return true;
  return is_word(right) && (is_word(left) || left.is_any({"*", "&", ">"}));
}

std::string text_between(const Syntax& syntax, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin && are_apart(syntax[i - 1], syntax[i])) text += ' ';
    text += syntax[i].text;
  }
  return text;
}

/// Whether the name is declared here, not called.
bool is_declared(const Syntax& syntax, std::size_t at) {
  return at > 0 && syntax.in_namespace(at) && syntax.is(at + 1, "(") &&
         syntax.partner(at + 1) != kNone &&
         (syntax.is_identifier(at - 1) || syntax.is_any(at - 1, {"*", "&", ">"}));
}

}  // namespace

std::vector<Declaration> declarations_in(const Syntax& syntax, std::size_t begin,
                                         std::size_t end) {
  std::vector<Declaration> found;
  while (begin < end) {
    found.push_back(Reader(syntax, begin, end).read());
    begin = std::max(found.back().end, begin + 1);
  }
  return found;
}

std::vector<std::string> candidates_of(const TokenizedText& text, std::string_view name) {
  std::vector<std::string> found;
  const Syntax syntax(text.tokens);
  for (std::size_t i = 0; i < syntax.size(); ++i) {
    if (!syntax[i].is(name) || !is_declared(syntax, i)) continue;
    const auto file = static_cast<std::size_t>(syntax[i].file);
    if (text.files[file].kind != FileKind::ours) continue;
    std::string candidate = text_between(syntax, i, syntax.partner(i + 1) + 1);
    if (std::find(found.begin(), found.end(), candidate) == found.end())
      found.push_back(std::move(candidate));
  }
  return found;
}

}  // namespace gridlock
