/// The declarations of a scope, or of a name, as far as tokens tell.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "build/source/lexer.h"
#include "build/source/syntax.h"

namespace gridlock {

struct Declaration {
  enum class Kind : unsigned char {
    function,    ///< With a body or without.
    scope,       ///< A namespace, or extern "C" { }.
    class_type,  ///< With its members, and variables of it, if there are any.
    other,       ///< A variable, an alias, an enumeration; in a class also `public:`.
  };
  Kind kind = Kind::other;
  std::size_t begin = 0, end = 0;  ///< Its tokens, [begin, end).
  std::size_t body = kNone;  ///< The brace that opens its body; kNone without a body.
};

/// The declarations among the tokens [begin, end), the inside of one scope.
std::vector<Declaration> declarations_in(const Syntax& syntax, std::size_t begin,
                                         std::size_t end);

/// "atomicAdd(int* address, int value)" for each function of this name that our headers
/// declare in a namespace; each once, in their order.
std::vector<std::string> candidates_of(const TokenizedText& text, std::string_view name);

}  // namespace gridlock
