#include "cure/places.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

namespace gridlock {
namespace {

/// Whether the token names a type that is usual for words shared by threads.
bool is_word_type(const Token& token) {
  return token.is_any({"int", "unsigned", "long", "float"});
}

}  // namespace

bool points_to_plain_word(const Scene& scene, std::size_t index) {
  const Syntax& syntax = scene.syntax();
  if (index == 0 || !is_word_type(scene.tokens()[index])) return false;
  const bool is_volatile =
      syntax.is(index - 1, "volatile") ||
      (index > 1 && syntax.is(index - 1, "const") && syntax.is(index - 2, "volatile"));
  return syntax.is(index + 1, "*") && !is_volatile;
}

namespace {

/// Whether the name is that of a pointer in `*p`, not in `a * p`.
bool is_pointee(const Syntax& syntax, std::size_t name) {
  return syntax.is(name - 1, "*") && name > 1 &&
         syntax[name - 2].kind == TokenKind::punctuation && !syntax.is(name - 2, ")") &&
         !syntax.is(name - 2, "]") && !syntax.is(name + 1, "[");
}

}  // namespace

std::vector<PlainAccess> plain_accesses(const Scene& scene, const Suspect& function) {
  const Syntax& syntax = scene.syntax();
  const auto& tokens = scene.tokens();
  std::map<std::string_view, std::string> casts;
  std::vector<PlainAccess> accesses;
  for (std::size_t i = function.begin + 1; i + 1 < function.end; ++i) {
    const bool declares = points_to_plain_word(scene, i) && syntax.is_identifier(i + 2) &&
                          (syntax.is(i + 3, ",") || syntax.is(i + 3, ")"));
    if (declares) {
      casts[tokens[i + 2].text] = fmt::format("static_cast<{}volatile {}*>({})",
                                              syntax.is(i - 1, "const") ? "const " : "",
                                              tokens[i].text, tokens[i + 2].text);
      i += 2;
      continue;
    }
    const auto cast = casts.find(tokens[i].text);
    if (cast == casts.end()) continue;
    const bool element =
        syntax.is(i + 1, "[") && !syntax.is(i - 1, "&") && !syntax.is(i - 1, "*");
    if (element || is_pointee(syntax, i)) accesses.push_back({i, cast->second});
  }
  return accesses;
}

}  // namespace gridlock
