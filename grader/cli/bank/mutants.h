/// Mutants of a solution: copies with one small change each, to ask whether a lab's
/// checks notice it.  The idea and the word are those of mutation testing: DeMillo,
/// Lipton and Sayward, "Hints on test data selection", Computer 11(4), 1978.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "checker/lab/labs.h"

namespace gridlock {

/// A solution with one change.
struct Mutant {
  std::string function;  ///< The definition that was changed.
  int line = 0;          ///< The first line that was changed, from 1.
  std::string before;    ///< The changed lines' tokens, without comments.
  std::string after;     ///< The code of these lines after the change.
  std::string source;    ///< The whole file.

  /// A text without comments and layout that only this mutant of the solution has, such
  /// as "lastBlock: __threadfence(); -> ;".
  std::string key() const;
};

/// The mutants of the code between `// BEGIN SOLUTION` and `// END SOLUTION`, which is
/// what a student writes, in the order of their lines:
///
/// - a statement is deleted, or exchanged with its neighbour (fences, barriers and other
///   statements without a declaration);
/// - a fence, a barrier, a scope or a memory order becomes weaker; a volatile is dropped;
/// - a comparison includes its bound or leaves it out, or is turned round;
/// - a number is one more or less; + becomes - and && becomes ||, or the reverse;
/// - a condition is always true; a wait does not wait;
/// - a CUDA call gets another variable of its function: streams and events are mixed up.
///
/// Not all of them compile.  Mutants with the same key occur once.
std::vector<Mutant> mutants_of(std::string_view solution);

/// What is known of a mutant that a lab's checks do not notice.
struct KnownMutant {
  /// Whether the mutant is as correct as the solution; if not, the checks have a gap.
  bool is_equivalent = false;
  std::string why;
};

/// What solutions/LAB/mutants.toml says of mutants, by key; empty without such a file.
/// \throws std::runtime_error that names the file if it is wrong
std::map<std::string, KnownMutant> known_mutants(const Lab& lab);

}  // namespace gridlock
