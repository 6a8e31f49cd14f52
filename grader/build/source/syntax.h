/// The C++ structure that the rewriter needs: matching brackets, and the kind of scope in
/// which a token is.
#pragma once

#include <cstddef>
#include <vector>

#include "build/source/lexer.h"

namespace gridlock {

enum class ScopeKind : unsigned char {
  global,           ///< The global namespace, also within extern "C" { }.
  named_namespace,  ///< Any other namespace, also an unnamed one.
  class_body,
  block,  ///< A function body, an initializer, an enumeration.
};

/// Stands for no token.
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// The structure of a sequence of tokens, which are named by their indices.
class Syntax {
 public:
  explicit Syntax(const std::vector<Token>& tokens);

  const Token& operator[](std::size_t index) const { return tokens_[index]; }
  std::size_t size() const { return tokens_.size(); }

  /// Whether the token exists and has this text.
  bool is(std::size_t index, std::string_view text) const {
    return index < tokens_.size() && tokens_[index].is(text);
  }
  bool is_any(std::size_t index, std::initializer_list<std::string_view> texts) const {
    return index < tokens_.size() && tokens_[index].is_any(texts);
  }
  bool is_identifier(std::size_t index) const {
    return index < tokens_.size() && tokens_[index].kind == TokenKind::identifier;
  }

  /// The partner of this bracket; kNone if it has none.  Brackets are ( ) [ ] { }, and <
  /// and > if they may enclose template arguments.
  std::size_t partner(std::size_t index) const { return partner_[index]; }
  /// The token after the group that opens here or, if none does, after this token.
  std::size_t after(std::size_t index) const;

  ScopeKind scope(std::size_t index) const { return scope_[index]; }
  bool in_namespace(std::size_t index) const {
    return scope_[index] <= ScopeKind::named_namespace;
  }

  /// The `>` that closes the template argument list opened by the `<` here, as far as
  /// brackets show; kNone if this does not open a list.
  std::size_t template_close(std::size_t open) const { return partner_[open]; }
  /// The `<` of the list that the `>` here closes, likewise.
  std::size_t template_open(std::size_t close) const { return partner_[close]; }

  /// The first token of the declaration or statement to which the token belongs, at most
  /// kLongestDeclaration tokens away.
  std::size_t declaration_begin(std::size_t index) const;
  /// The `;` that ends the declaration, or the closing bracket around it; groups are
  /// skipped.
  std::size_t declaration_end(std::size_t index) const;

  /// A length in tokens; a group counts as one.  It limits the search in malicious input.
  static constexpr int kLongestDeclaration = 500;

  /// The token after the attribute that begins here (`__attribute__((..))`,
  /// `alignas(..)`, `[[..]]`, `__declspec(..)`); `index` if none does.
  std::size_t skip_attribute(std::size_t index) const;

  /// The token after this one or, if one begins here, after the group, template argument
  /// list or attribute.
  std::size_t next_in_declaration(std::size_t at) const;
  /// The closing brace of the function that begins with this word; 0 if it has no body.
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
