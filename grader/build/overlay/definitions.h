/// A C++ source as its definitions at namespace scope, each with its lines and its
/// identity.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// A definition, a declaration, or a directive between them.
struct Definition {
  /// Qualified, without template arguments of its own scope: "lock", "WorkQueue::draw",
  /// "kLimit", of an include "<vector>"; "" if it has no name, such as a static_assert.
  std::string name;
  /// The unique name: "function lock(int*)", "variable kLimit".
  std::string identity;
  std::string code;                  ///< Its tokens, one space between them.
  std::set<std::string> words;       ///< The identifiers in it.
  std::set<std::string> introduces;  ///< The names by which others use it.
  /// The blocks around it, outermost first, as they are opened: "namespace a".
  std::vector<std::string> blocks;
  int comment_line = 0;  ///< The first line of the comment directly above it.
  int first_line = 0;    ///< Without that comment; from 1.
  int last_line = 0;
  bool is_include = false;
};

struct Definitions {
  std::vector<Definition> all;
  std::string problem;  ///< Why the source cannot be taken apart, with its line; or "".
};

/// The definitions of a source in their order.  Definitions in a namespace count one by
/// one; a class, an enumeration and the code between \#if and \#endif count as one each.
Definitions definitions_in(std::string_view source);

/// The parameters' types: "(int*, unsigned)" of "(int* p, unsigned n = 1)".
std::string parameter_types(std::string_view parameters);

}  // namespace gridlock
