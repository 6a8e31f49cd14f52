/// Divides a C++ source into its definitions at namespace scope, each with its lines and
/// its identity.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// A definition, a declaration, or a directive between them.
struct Definition {
  /// The qualified name: "lock", "WorkQueue::draw", "kLimit"; for an include "<vector>";
  /// "" for a definition without a name, such as a static_assert.
  std::string name;
  /// The unique name: "function lock(int*)", "variable kLimit".
  std::string identity;
  std::string code;                  ///< Its tokens, separated by one space.
  std::set<std::string> words;       ///< The identifiers in it.
  std::set<std::string> introduces;  ///< The names through which others use it.
  /// The opening of each block around it, outermost first: "namespace a".
  std::vector<std::string> blocks;
  int comment_line = 0;  ///< The first line of the comment directly above it.
  int first_line = 0;    ///< From 1; without that comment.
  int last_line = 0;
  bool is_include = false;
};

struct Definitions {
  std::vector<Definition> all;
  std::string problem;  ///< Why the source cannot be divided, with the line; or "".
};

/// The definitions of a source, in order.  Members of a namespace are listed one by one;
/// a class, an enumeration and the code from \#if to \#endif are one definition each.
Definitions definitions_in(std::string_view source);

/// The types of the parameters: "(int*, unsigned)" for "(int* p, unsigned n = 1)".
std::string parameter_types(std::string_view parameters);

}  // namespace gridlock
