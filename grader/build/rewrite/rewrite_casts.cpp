// Casts to references to volatile.  Before version 16, clang ignores such a cast, and
// compiles plain loads and stores:
//
//     const_cast<volatile T&>(x)   becomes   (*const_cast<volatile T*>(&x))
//     (volatile T&)x               becomes   *(volatile T*)&x
//
// Where there are parentheses, `&` becomes a builtin, since a class may overload it.
#include <algorithm>

#include "build/rewrite/rewriter.h"
#include "build/source/source_files.h"

namespace gridlock {

bool Rewriter::names_volatile_reference(std::size_t begin, std::size_t end) const {
  if (begin + 2 > end || !syntax_.is(end - 1, "&") || syntax_.is(end - 2, "&") ||
      end - begin > Syntax::kLongestDeclaration)
    return false;
  for (std::size_t i = begin; i < end; ++i)
    if (syntax_.is(i, "volatile")) return true;
  return false;
}

void Rewriter::keep_volatile_in_casts() {
  for (std::size_t i = 0; i + 2 < syntax_.size(); ++i) {
    const auto file = static_cast<std::size_t>(std::max(syntax_[i].file, 0));
    if (!is_students(tokenized_.files.at(file).kind)) continue;
    if (syntax_.is(i, "const_cast") || syntax_.is(i, "static_cast"))
      named_volatile_cast(i);
    else if (syntax_.is(i, "("))
      volatile_cast_in_parentheses(i);
  }
}

void Rewriter::named_volatile_cast(std::size_t word) {
  const std::size_t close =
      syntax_.is(word + 1, "<") ? syntax_.template_close(word + 1) : kNone;
  if (close == kNone || !syntax_.is(close + 1, "(")) return;
  const std::size_t end = syntax_.partner(close + 1);
  if (end == kNone || !names_volatile_reference(word + 2, close)) return;
  edits_.insert(syntax_[word].offset, "(*");
  edits_.replace(syntax_[close - 1], "*");
  edits_.insert(syntax_[close + 1].end(), "__builtin_addressof(");
  edits_.insert(syntax_[end].offset, ")");
  edits_.insert(syntax_[end].end(), ")");
}

/// Rewrites `(volatile T&)x`, but no parameter list: a parameter list follows a name or a
/// bracket, and no expression follows the list.
void Rewriter::volatile_cast_in_parentheses(std::size_t open) {
  const std::size_t close = syntax_.partner(open);
  if (open == 0 || close == kNone || !names_volatile_reference(open + 1, close)) return;
  const std::size_t before = open - 1, behind = close + 1;
  const bool behind_a_name =
      syntax_.is_identifier(before) && !syntax_.is(before, "return");
  if (behind_a_name || syntax_.is_any(before, {")", "]", ">"})) return;
  if (!syntax_.is_identifier(behind) && !syntax_.is(behind, "(") &&
      !syntax_.is(behind, "*") && !syntax_.is(behind, "::"))
    return;
  edits_.insert(syntax_[open].offset, "*");
  edits_.replace(syntax_[close - 1], "*");
  edits_.insert(syntax_[close].end(), "&");
}

}  // namespace gridlock
