// Memory spaces of variables: __shared__, __device__, __constant__, __managed__.
#include <algorithm>

#include "build/rewrite/rewriter.h"

namespace gridlock {
namespace {

std::string section(std::string_view name) {
  return "__attribute__((section(\"" + std::string(name) + "\")))";
}

bool is_class_word(const Token& token) {
  return token.is_any({"struct", "class", "union", "enum"});
}

}  // namespace

bool is_variable_marker(const Token& token) {
  return token.is_any(
      {"__gridlock_device__", "__gridlock_constant__", "__gridlock_managed__"});
}

void Rewriter::rewrite_variables() {
  std::size_t device_code_end = 0;
  for (std::size_t i = 0; i < syntax_.size(); ++i) {
    if (syntax_[i].kind != TokenKind::identifier) continue;
    if (syntax_.is(i, "__gridlock_global__") || syntax_.is(i, "__gridlock_device__"))
      device_code_end = std::max(device_code_end, syntax_.body_end(i));
    if (syntax_.is(i, "static") && i < device_code_end) static_at(i);
    if (syntax_.is(i, "__gridlock_shared__") && may_rewrite(i)) shared_at(i);
    if (is_variable_marker(syntax_[i]) && may_rewrite(i)) variable_at(i);
  }
}

/// Rewrites `static int x;` in device code: it is a device variable even without a
/// keyword.
void Rewriter::static_at(std::size_t word) {
  if (syntax_.scope(word) != ScopeKind::block) return;
  const std::size_t begin = syntax_.declaration_begin(word);
  const std::size_t end = syntax_.declaration_end(word);
  for (std::size_t i = begin; i < end; i = next_in_declaration(i))
    if (syntax_.is(i, "__gridlock_shared__") || is_variable_marker(syntax_[i])) return;
  if (!declares_variable(word) || declares_constant(begin, end) || !may_rewrite(word))
    return;
  edits_.insert(syntax_[word].offset, section("gl_device") + " ");
}

/// Rewrites a shared variable.  All blocks use one copy, which the runtime saves and
/// restores when it switches between blocks.
void Rewriter::shared_at(std::size_t marker) {
  const std::size_t begin = syntax_.declaration_begin(marker);
  const std::size_t end = syntax_.declaration_end(marker);
  bool is_extern = false, has_class = false, has_initializer = false;
  for (std::size_t i = begin; i < end; i = next_in_declaration(i)) {
    is_extern |= syntax_.is(i, "extern");
    has_initializer |= syntax_.is(i, "=") || (syntax_.is(i, "{") && !has_class);
    has_class |= is_class_word(syntax_[i]);
    if (syntax_.is(i, "static")) edits_.remove(syntax_[i]);
  }
  if (has_initializer)
    complain(marker,
             "A __shared__ variable cannot have an initializer: assign to it in the "
             "kernel, in one thread, and put a __syncthreads() behind that.");
  if (is_extern) {
    dynamic_shared(marker, end);
    return;
  }
  edits_.replace(syntax_[marker], "static " + section("gl_shared"));
  alignment_behind(marker);
  limit_shared(begin, end);
}

/// Limits the size of a shared array.  ptxas checks the total of a kernel's shared
/// memory; here each array is checked alone.
void Rewriter::limit_shared(std::size_t begin, std::size_t end) {
  if (!syntax_.is(end, ";")) return;
  std::size_t name = begin;
  while (name < end && !(syntax_.is_identifier(name) && syntax_.is(name + 1, "[")))
    name = next_in_declaration(name);
  if (name >= end) return;
  edits_.insert(syntax_[end].end(),
                " static_assert(sizeof(" + std::string(syntax_[name].text) +
                    ") <= 49152, \"a block has 48 KiB of __shared__ variables; more is "
                    "there as extern __shared__, if cudaFuncSetAttribute allows it\");");
}

/// Replaces alignas after a marker, as in `__shared__ alignas(16) int x`, by C's
/// _Alignas. nvcc treats the keyword before it as an attribute; in C++, alignas may only
/// come before everything else.
void Rewriter::alignment_behind(std::size_t marker) {
  for (std::size_t i = marker + 1; syntax_.is(i, "alignas") && syntax_.is(i + 1, "(");
       i = syntax_.after(i + 1))
    edits_.replace(syntax_[i], "_Alignas");
}

/// Rewrites `extern __shared__ T a[];`: arrays of all types and names have the same
/// address.
void Rewriter::dynamic_shared(std::size_t marker, std::size_t end) {
  const std::string label = " __asm__(\"gridlock_dynamic_shared\")";
  edits_.remove(syntax_[marker]);
  bool is_array = false;
  for (std::size_t i = marker; i < end; i = next_in_declaration(i)) {
    if (!syntax_.is(i, "[") || syntax_.partner(i) == kNone) continue;
    is_array = true;
    const std::size_t close = syntax_.partner(i);
    if (!syntax_.is(close + 1, "[")) edits_.insert(syntax_[close].end(), label);
  }
  if (!is_array && end > marker) edits_.insert(syntax_[end - 1].end(), label);
}

void Rewriter::variable_at(std::size_t marker) {
  edits_.remove(syntax_[marker]);
  alignment_behind(marker);
  const ScopeKind scope = syntax_.scope(marker);
  if (scope == ScopeKind::class_body || !declares_variable(marker)) return;
  const std::size_t begin = syntax_.declaration_begin(marker);
  const std::size_t end = syntax_.declaration_end(marker);
  bool is_extern = false, is_static = false, has_initializer = false;
  std::string_view space = "gl_device";
  for (std::size_t i = begin; i < end; i = next_in_declaration(i)) {
    // The first of a declaration's keywords handles them all.
    if (is_variable_marker(syntax_[i]) && i < marker) return;
    if (syntax_.is(i, "__gridlock_managed__")) space = "gl_managed";
    if (syntax_.is(i, "__gridlock_constant__") && space != "gl_managed")
      space = "gl_constant";
    is_extern |= syntax_.is(i, "extern");
    is_static |= syntax_.is(i, "static");
    has_initializer |= syntax_.is(i, "=");
  }
  if (scope == ScopeKind::block && !is_static) return;
  if (is_extern && !has_initializer) return;
  if (declares_constant(begin, end)) return;
  edits_.insert(syntax_[marker].offset, section(space));
}

/// Whether a marker, or `static`, belongs to a variable, not to a function or a lambda.
bool Rewriter::declares_variable(std::size_t marker) const {
  // [] __device__ (..) { is a lambda.
  if (marker > 0 && syntax_.is(marker - 1, "]")) return false;
  const std::size_t end = std::min(syntax_.size(), marker + kLongestCopy);
  for (std::size_t i = marker + 1; i < end; i = next_in_declaration(i)) {
    if (syntax_.is_any(i, {"operator", "~"})) return false;
    if (syntax_.is(i, "decltype") && syntax_.is(i + 1, "("))
      ++i;
    else if (syntax_.is(i, "(")) {
      const TokenKind first =
          i + 1 < syntax_.size() ? syntax_[i + 1].kind : TokenKind::punctuation;
      // `int (*f)(int)` and `int x(5)` are variables, too.
      return syntax_.is(i + 1, "*") || first == TokenKind::number ||
             first == TokenKind::string || first == TokenKind::character;
    }
    if (syntax_.is_any(i, {";", "=", "{", "[", ","}) && syntax_.skip_attribute(i) == i)
      return true;
  }
  return false;
}

/// Whether the variable itself is const, not only what it points to.  The compiler puts
/// such a variable where nothing can write to it.
bool Rewriter::declares_constant(std::size_t begin, std::size_t end) const {
  bool is_const = false;
  for (std::size_t i = begin; i < end; i = next_in_declaration(i)) {
    if (syntax_.is(i, "constexpr")) return true;
    if (syntax_.is(i, "const")) is_const = true;
    if (syntax_.is(i, "*")) is_const = false;
    const bool pointer_declarator = syntax_.is(i, "(") && syntax_.is(i + 1, "*");
    if (pointer_declarator) return syntax_.is(i + 2, "const");
    const bool attribute = syntax_.skip_attribute(i) != i;
    if (syntax_.is_any(i, {"=", "{"}) || (syntax_.is(i, "[") && !attribute)) break;
  }
  return is_const;
}

}  // namespace gridlock
