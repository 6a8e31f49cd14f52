/// The source in which changes are sought: its statements, and each line's distance from
/// the failure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "build/source/statements.h"
#include "cure/candidate.h"

namespace gridlock {

/// A function of device code in which a failure shows.
struct Suspect {
  std::string name;       ///< The qualified name.
  std::size_t begin = 0;  ///< Its first token.
  std::size_t end = 0;    ///< One past its last token.

  bool holds(std::size_t index) const { return begin <= index && index < end; }
};

class Scene {
 public:
  Scene(std::string_view source, Symptom symptom, LineName line_name);
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  const Statements& statements() const { return statements_; }
  const std::vector<Token>& tokens() const { return statements_.tokens(); }
  const Syntax& syntax() const { return statements_.syntax(); }
  const Symptom& symptom() const { return symptom_; }
  std::string line_name(int line) const { return line_name_(line); }

  /// The suspects in source order.  Empty if a line of the source ends in a backslash:
  /// then the tokens' offsets are unreliable.
  const std::vector<Suspect>& suspects() const { return suspects_; }

  /// Whether these tokens contain one of the racing accesses.
  bool races(std::size_t first, std::size_t last) const;

  /// The comma after the first argument of the call that opens here; kNone if there is
  /// none.
  std::size_t comma_in(std::size_t open) const;

  /// The line's distance from the failure; later lines of `Symptom::lines` count as
  /// farther.
  int distance_of(int line) const;

  /// The code of these tokens in quotes, shortened.
  std::string quoted(std::size_t begin, std::size_t end) const;
  std::string source(std::size_t first, std::size_t last) const;
  /// "before `*flag = 1;` in line 8", "after `while (*flag == 0) { ... }`, which ends in
  /// line 9".
  /// \param where "before" or "after"
  std::string place(std::string_view where, std::size_t first, std::size_t last) const;

 private:
  /// The first token of this line or, if it has none, of the next line with a token.
  std::size_t first_token_of(int line) const;

  const Statements statements_;
  const Symptom symptom_;
  const LineName line_name_;
  std::vector<Suspect> suspects_;
};

}  // namespace gridlock
