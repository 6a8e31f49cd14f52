#include "build/source/syntax.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace gridlock {
namespace {

bool is_class_key(const Token& token) {
  return token.is_any({"class", "struct", "union"});
}

bool is_attribute_word(const Token& token) {
  return token.is_any({"__attribute__", "__attribute", "alignas", "__declspec"});
}

/// The bracket that closes this one; '\0' if this is not an opening bracket.
char closing_of(std::string_view open) {
  if (open == "(") return ')';
  if (open == "[") return ']';
  return open == "{" ? '}' : '\0';
}

}  // namespace

Syntax::Syntax(const std::vector<Token>& tokens)
    : tokens_(tokens), partner_(tokens.size(), kNone), scope_(tokens.size()) {
  find_partners();
  find_template_lists();
  find_scopes();
}

void Syntax::find_partners() {
  std::vector<std::size_t> open;
  // The number of open brackets of each kind; the key is the closing character.
  std::map<char, std::size_t> open_with;
  for (std::size_t i = 0; i < size(); ++i) {
    if (tokens_[i].kind != TokenKind::punctuation) continue;
    const std::string_view text = tokens_[i].text;
    if (const char closing = closing_of(text); closing != '\0') {
      open.push_back(i);
      ++open_with[closing];
    } else if (text == ")" || text == "]" || text == "}") {
      // A closing bracket also ends brackets that were left open within its pair.
      for (bool found = open_with[text[0]] == 0; !found; open.pop_back()) {
        const char closing = closing_of(tokens_[open.back()].text);
        --open_with[closing];
        found = closing == text[0];
        if (!found) continue;
        partner_[i] = open.back();
        partner_[open.back()] = i;
      }
    }
  }
}

/// Pairs every `>` with the last `<` before it in the same group and statement.
void Syntax::find_template_lists() {
  std::vector<std::vector<std::size_t>> open(1);  // One list for each group.
  for (std::size_t i = 0; i < size(); ++i) {
    if (tokens_[i].kind != TokenKind::punctuation) continue;
    const std::string_view text = tokens_[i].text;
    const bool paired = partner_[i] != kNone;
    if (closing_of(text) != '\0' && paired) {
      open.emplace_back();
    } else if ((text == ")" || text == "]" || text == "}") && paired) {
      open.pop_back();
    } else if (text == "<") {
      open.back().push_back(i);
    } else if (text == ">" && !open.back().empty()) {
      partner_[i] = open.back().back();
      partner_[open.back().back()] = i;
      open.back().pop_back();
    } else if (text == ";" || text == "}") {
      open.back().clear();
    }
  }
}

void Syntax::find_scopes() {
  std::vector<ScopeKind> scopes{ScopeKind::global};
  for (std::size_t i = 0; i < size(); ++i) {
    const bool known = partner_[i] != kNone;
    if (known && tokens_[i].is("}") && scopes.size() > 1) scopes.pop_back();
    scope_[i] = scopes.back();
    if (known && tokens_[i].is("{")) scopes.push_back(scope_of_brace(i, scopes.back()));
  }
}

namespace {

/// Whether the declaration from `at` to the brace is one of a class:
/// `template <..> struct alignas(8) Name<T> final : Base {`, perhaps after specifiers.
bool declares_class(const Syntax& syntax, std::size_t at, std::size_t brace) {
  bool class_key = false;
  for (std::size_t next; at < brace; at = next) {
    next = syntax.skip_attribute(at);
    if (next != at) continue;
    next = syntax.after(at);
    const bool is_template = syntax.is(at, "<") && syntax.template_close(at) < brace;
    if (is_template) next = syntax.template_close(at) + 1;
    if (is_class_key(syntax[at])) class_key = true;
    if (class_key && syntax.is(at, ":")) break;
    if (syntax.is_any(at, {"(", "=", "enum"})) return false;
  }
  return class_key;
}

}  // namespace

ScopeKind Syntax::scope_of_brace(std::size_t brace, ScopeKind outer) const {
  if (outer == ScopeKind::block)
    return is_local_class(brace) ? ScopeKind::class_body : ScopeKind::block;
  std::size_t at = declaration_begin(brace);
  while (is(at, "inline")) ++at;
  if (is(at, "namespace")) return ScopeKind::named_namespace;
  if (is(at, "extern") && at + 2 == brace && tokens_[at + 1].kind == TokenKind::string)
    return outer;
  return declares_class(*this, at, brace) ? ScopeKind::class_body : ScopeKind::block;
}

bool Syntax::is_local_class(std::size_t brace) const {
  constexpr std::size_t kLongestHead = 32;
  for (std::size_t i = brace; i-- > 0 && brace - i < kLongestHead;) {
    if (is_class_key(tokens_[i])) return !is(i - 1, "enum");
    if (is_any(i, {";", "{", "}", "(", ")", "="})) return false;
  }
  return false;
}

std::size_t Syntax::after(std::size_t index) const {
  const bool opens = closing_of(tokens_[index].text) != '\0';
  const std::size_t other = partner_[index];
  return opens && other != kNone && other > index ? other + 1 : index + 1;
}

/// Whether the colon ends a label or an access specifier; not the one in `struct A : B
/// {`.
bool Syntax::ends_label(std::size_t colon) const {
  if (colon < 1) return false;
  const std::size_t word = colon - 1;
  if (is_any(word, {"public", "private", "protected"})) return true;
  return word > 0 && is_identifier(word) && is_any(word - 1, {";", "{", "}"});
}

std::size_t Syntax::declaration_begin(std::size_t index) const {
  std::size_t begin = index;
  for (int steps = 0; begin > 0 && steps < kLongestDeclaration; ++steps) {
    const Token& before = tokens_[begin - 1];
    if (before.kind != TokenKind::punctuation) {
      --begin;
      continue;
    }
    if (before.is_any({";", "{", "}", "(", "["})) return begin;
    if (before.is(":") && ends_label(begin - 1)) return begin;
    const bool closes = before.is(")") || before.is("]");
    const std::size_t other = closes ? partner_[begin - 1] : kNone;
    begin = other != kNone && other < begin - 1 ? other : begin - 1;
  }
  return begin;
}

std::size_t Syntax::declaration_end(std::size_t index) const {
  for (int steps = 0; index < size() && steps < kLongestDeclaration; ++steps) {
    const bool over = is_any(index, {";", "}", ")", "]"});
    if (over) return index;
    index = after(index);
  }
  return std::min(index, size());
}

std::size_t Syntax::skip_attribute(std::size_t index) const {
  if (index >= size()) return index;
  if (is_attribute_word(tokens_[index]) && is(index + 1, "(")) return after(index + 1);
  if (is(index, "[") && is(index + 1, "[")) return after(index);
  return index;
}

std::size_t Syntax::next_in_declaration(std::size_t at) const {
  if (const std::size_t next = skip_attribute(at); next != at) return next;
  if (at > 0 && is(at, "<") && is_identifier(at - 1))
    if (const std::size_t close = template_close(at); close != kNone) return close + 1;
  return after(at);
}

std::size_t Syntax::body_end(std::size_t marker) const {
  constexpr int kLongestHead = 64;  // In tokens; a group counts as one.
  std::size_t at = marker + 1;
  for (int steps = 0; steps < kLongestHead && at < size(); ++steps) {
    if (is(at, ";") || is(at, "=")) return 0;
    if (is(at, "{")) return partner(at) == kNone ? 0 : partner(at);
    at = next_in_declaration(at);
  }
  return 0;
}

}  // namespace gridlock
