#include "cure/places.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace gridlock {
namespace {

std::string without_cast(const Scene& scene, std::size_t first, std::size_t end) {
  const Syntax& syntax = scene.syntax();
  const bool casts = scene.tokens()[first].is("static_cast") &&
                     syntax.is(first + 1, "<") &&
                     scene.tokens()[first + 2].is("volatile") &&
                     syntax.is(end - 1, ")") && syntax.partner(end - 1) != kNone;
  return casts ? scene.statements().code(syntax.partner(end - 1) + 1, end - 1)
               : scene.statements().code(first, end);
}

/// The tokens of p, if the function declares `volatile int* name = p;`; otherwise
/// nothing.
std::pair<std::size_t, std::size_t> initializer_of_volatile(const Scene& scene,
                                                            const Suspect& function,
                                                            std::string_view name) {
  const auto& tokens = scene.tokens();
  const Syntax& syntax = scene.syntax();
  for (std::size_t i = function.begin; i + 4 < function.end; ++i) {
    if (!tokens[i].is("volatile")) continue;
    std::size_t k = i + 1;
    while (k < function.end && syntax.is_identifier(k)) ++k;
    if (!syntax.is(k, "*") || !tokens[k + 1].is(name) || !syntax.is(k + 2, "=")) continue;
    std::size_t end = k + 3;
    while (end < function.end && !syntax.is(end, ";")) ++end;
    return {k + 3, end};
  }
  return {0, 0};
}

}  // namespace

std::string atomic_address(const Scene& scene, const Suspect& function, std::size_t first,
                           std::size_t end) {
  if (!scene.syntax().is(first, "*"))
    return fmt::format("&({})", scene.statements().code(first, end));
  ++first;
  if (first + 1 == end) {
    const auto [from, to] =
        initializer_of_volatile(scene, function, scene.tokens()[first].text);
    if (from < to) return without_cast(scene, from, to);
  }
  return without_cast(scene, first, end);
}

}  // namespace gridlock
