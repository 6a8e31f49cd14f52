/// The declarations of a scope, or those of a given name, as far as tokens show.
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
    function,    ///< With or without a body.
    scope,       ///< A namespace, or extern "C" { }.
    class_type,  ///< With its members, and with the variables declared together with it.
    other,       ///< A variable, an alias, an enumeration; in a class also `public:`.
  };
  Kind kind = Kind::other;
  std::size_t begin = 0, end = 0;  ///< Its tokens, [begin, end).
  std::size_t body = kNone;  ///< The opening brace of its body; kNone if it has none.
};

/// The declarations among the tokens [begin, end), which are the inside of one scope.
std::vector<Declaration> declarations_in(const Syntax& syntax, std::size_t begin,
                                         std::size_t end);

/// "atomicAdd(int* address, int value)" for each function with this name that our headers
/// declare in a namespace; without duplicates, in the order of the text.
std::vector<std::string> candidates_of(const TokenizedText& text, std::string_view name);

}  // namespace gridlock
