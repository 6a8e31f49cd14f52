/// The C++ structure that the rewriter needs: matching brackets, and the kind of scope of
/// a token.
#pragma once

#include <cstddef>
#include <vector>

#include "build/source/lexer.h"

namespace gridlock {

enum class ScopeKind : unsigned char {
  global,           ///< The global namespace, extern "C" { } included.
  named_namespace,  ///< Any other namespace, unnamed ones included.
  class_body,
  block,  ///< A function body, an initializer, an enumeration.
};

/// No token.
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// The structure of a token sequence.  Indices are those of the tokens.
class Syntax {
 public:
  explicit Syntax(const std::vector<Token>& tokens);

  const Token& operator[](std::size_t index) const { return tokens_[index]; }
  std::size_t size() const { return tokens_.size(); }

  /// Whether there is such a token and it reads so.
  bool is(std::size_t index, std::string_view text) const {
    return index < tokens_.size() && tokens_[index].is(text);
  }
  bool is_identifier(std::size_t index) const {
    return index < tokens_.size() && tokens_[index].kind == TokenKind::identifier;
  }

  /// The matching bracket of this (, ), [, ], { or }, or of < or > where they may enclose
  /// template arguments; kNone without one.
  std::size_t partner(std::size_t index) const { return partner_[index]; }
  /// The token after the group that opens here, or after this token.
  std::size_t after(std::size_t index) const;

  ScopeKind scope(std::size_t index) const { return scope_[index]; }
  bool in_namespace(std::size_t index) const {
    return scope_[index] <= ScopeKind::named_namespace;
  }

  /// The `>` of the template argument list whose `<` is here, as far as brackets tell;
  /// kNone if this is not one.
  std::size_t template_close(std::size_t open) const { return partner_[open]; }
  /// The `<` of the list whose `>` is here, likewise.
  std::size_t template_open(std::size_t close) const { return partner_[close]; }

  /// The first token of the declaration or statement that the token is part of, at most
  /// kLongestDeclaration tokens away.
  std::size_t declaration_begin(std::size_t index) const;
  /// The `;` that ends it, or the closing bracket around it; groups are skipped.
  std::size_t declaration_end(std::size_t index) const;

  /// In tokens, a group counting as one: bounds the scan on adversarial input.
  static constexpr int kLongestDeclaration = 500;

  /// If an attribute starts here (`__attribute__((..))`, `alignas(..)`, `[[..]]`,
  /// `__declspec(..)`), the token after it; else `index`.
  std::size_t skip_attribute(std::size_t index) const;

  /// The token after this one, or after the group, template list or attribute here.
  std::size_t next_in_declaration(std::size_t at) const;
  /// The closing brace of the function whose first word is here; 0 if it has no body.
  std::size_t body_end(std::size_t word) const;

 private:
  void find_partners();
  void find_template_lists();
  void find_scopes();
  ScopeKind scope_of_brace(std::size_t brace, ScopeKind outer) const;
  bool is_local_class(std::size_t brace) const;
  bool ends_label(std::size_t colon) const;

  const std::vector<Token>& tokens_;
  std::vector<std::size_t> partner_;
  std::vector<ScopeKind> scope_;
};

}  // namespace gridlock
