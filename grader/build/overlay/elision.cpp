#include "build/overlay/elision.h"

#include <fmt/format.h>

#include <algorithm>

#include "build/source/lexer.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// How brackets are nested in some text.
struct Nesting {
  int change = 0;  ///< Depth at the end, relative to the beginning.
  int least = 0;   ///< The least depth in between, at most 0.
};

struct CodeLine {
  std::size_t index = 0;  ///< In the excerpt.
  std::string code;       ///< Its tokens, each followed by a space.
  Nesting nesting;
};
using Code = std::vector<CodeLine>;

Code code_of(const Excerpt& excerpt, std::size_t begin, std::size_t end) {
  Code code;
  for (std::size_t i = begin; i < end; ++i) {
    const RawText raw = tokenize_raw(excerpt.lines[i]);
    CodeLine line{i, "", {}};
    for (const Token& token : raw.tokens) {
      line.code.append(token.text).append(" ");
      line.nesting.change += token.is_any({"{", "(", "["});
      line.nesting.change -= token.is_any({"}", ")", "]"});
      line.nesting.least = std::min(line.nesting.least, line.nesting.change);
    }
    if (!line.code.empty()) code.push_back(std::move(line));
  }
  return code;
}

Nesting nesting_of(const Code& code, std::size_t begin, std::size_t end) {
  Nesting all;
  for (std::size_t i = begin; i < end; ++i) {
    all.least = std::min(all.least, all.change + code[i].nesting.least);
    all.change += code[i].nesting.change;
  }
  return all;
}

bool is_balanced(const Code& code, std::size_t begin, std::size_t end) {
  const Nesting nesting = nesting_of(code, begin, end);
  return nesting.change == 0 && nesting.least == 0;
}

/// Where the lines are in the reference: the place at which most of them match.
struct Place {
  std::size_t at = 0;
  std::size_t length = 0;  ///< Number of matching lines.
  bool doubtful = false;   ///< As many lines match at another place.

  void note(std::size_t candidate, std::size_t matching) {
    if (matching < length || matching == 0) return;
    doubtful = matching == length;
    if (!doubtful) at = candidate;
    length = matching;
  }
};

class Filler {
 public:
  Filler(const Excerpt& mine, const Excerpt& theirs)
      : mine_(mine), theirs_(theirs), known_(code_of(theirs, 0, theirs.lines.size())) {}

  Expansion run() {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= mine_.lines.size() && result_.problem.empty(); ++i) {
      if (i < mine_.lines.size() && !is_elision(mine_.lines[i])) continue;
      take(begin, i);
      begin = i + 1;
    }
    return std::move(result_);
  }

 private:
  /// Handles the lines between two lines of dots: lines[begin..end) of the overlay.
  void take(std::size_t begin, std::size_t end) {
    const Code part = code_of(mine_, begin, end);
    const bool first = begin == 0, last = end == mine_.lines.size();
    std::size_t from = 0;
    if (!first) {
      const Place place = beginning_of(part, last);
      if (!accept(place, begin - 1, "below")) return;
      from = place.at;
      write_theirs(from);
    }
    for (std::size_t i = begin; i < end; ++i)
      result_.lines.push_back(
          {false, mine_.first_line + static_cast<int>(i), std::string(mine_.lines[i])});
    if (last || !result_.problem.empty()) return;
    const Place place = end_of(part, from, first);
    if (accept(place, end, "above")) next_ = place.at;
  }

  /// How many lines of the part match the reference from this line on.
  std::size_t matching(const Code& part, std::size_t from) const {
    std::size_t count = 0;
    while (count < part.size() && from + count < known_.size() &&
           part[count].code == known_[from + count].code)
      ++count;
    return count;
  }

  /// Where the dots above this part end: the line of the reference that matches the
  /// part's first line.  Dots stand for complete blocks only.
  Place beginning_of(const Code& part, bool last) const {
    Place place;
    if (last && part.size() < known_.size() - next_ &&
        matching(part, known_.size() - part.size()) == part.size() &&
        is_balanced(known_, next_, known_.size() - part.size()))
      return {known_.size() - part.size(), part.size()};
    for (std::size_t i = next_ + 1; i < known_.size(); ++i)
      if (is_balanced(known_, next_, i)) place.note(i, matching(part, i));
    return place;
  }

  /// Where the dots below this part begin.  The part replaces the reference's lines from
  /// `from` to there.  Both must change the depth of brackets by the same number.
  Place end_of(const Code& part, std::size_t from, bool first) const {
    const std::size_t whole = matching(part, from);
    Place place;
    if (whole == part.size() && (first || whole > 0)) return {from + whole, whole};
    const int change = nesting_of(part, 0, part.size()).change;
    for (std::size_t i = from + 1; i <= known_.size(); ++i) {
      if (nesting_of(known_, from, i).change != change) continue;
      std::size_t count = 0;
      while (count < part.size() && count < i - from &&
             part[part.size() - 1 - count].code == known_[i - 1 - count].code)
        ++count;
      place.note(i, count);
    }
    return place;
  }

  bool accept(const Place& place, std::size_t dots, const char* side) {
    if (place.length == 0)
      fail(dots, fmt::format("the line {} these dots is none of the reference's at the "
                             "same depth, so that it does not say where they stand",
                             side));
    else if (place.doubtful)
      fail(dots, fmt::format("the reference has what is {} these dots more than once; "
                             "repeat one line more of it",
                             side));
    return result_.problem.empty();
  }

  /// Writes the reference's lines from `next_` on that come before the line `end`.
  void write_theirs(std::size_t end) {
    const std::size_t begin = next_ == 0 ? 0 : known_[next_ - 1].index + 1;
    for (std::size_t i = begin; i < known_[end].index; ++i)
      result_.lines.push_back({true, theirs_.first_line + static_cast<int>(i),
                               std::string(theirs_.lines[i])});
  }

  void fail(std::size_t line, std::string problem) {
    result_.problem_line = mine_.first_line + static_cast<int>(line);
    result_.problem = std::move(problem);
  }

  const Excerpt& mine_;
  const Excerpt& theirs_;
  Code known_;            ///< The reference's lines of code.
  std::size_t next_ = 0;  ///< Index of the line at which the next dots begin.
  Expansion result_;
};

}  // namespace

Excerpt excerpt(const std::vector<std::string_view>& file, const Definition& definition) {
  return {
      definition.first_line,
      {file.begin() + definition.first_line - 1, file.begin() + definition.last_line}};
}

bool is_elision(std::string_view line) { return trim(line) == "// ..."; }

Expansion fill_in(const Excerpt& mine, const Excerpt& theirs) {
  return Filler(mine, theirs).run();
}

}  // namespace gridlock
