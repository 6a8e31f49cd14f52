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

/// A line that contains code.
struct CodeLine {
  std::size_t index = 0;  ///< Its index in the excerpt.
  std::string code;       ///< Its tokens, each followed by a space.
  Nesting nesting;
};
using Code = std::vector<CodeLine>;

/// The lines of code in lines[begin..end).
Code code_of(const Excerpt& excerpt, std::size_t begin, std::size_t end) {
  Code code;
  for (std::size_t i = begin; i < end; ++i) {
    const RawText raw = tokenize_raw(excerpt.lines[i]);
    CodeLine line{i, "", {}};
    for (const Token& token : raw.tokens) {
      line.code.append(token.text).append(" ");
      line.nesting.change += token.is("{") || token.is("(") || token.is("[");
      line.nesting.change -= token.is("}") || token.is(")") || token.is("]");
      line.nesting.least = std::min(line.nesting.least, line.nesting.change);
    }
    if (!line.code.empty()) code.push_back(std::move(line));
  }
  return code;
}

/// The nesting of these lines.
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
  bool doubtful = false;   ///< Whether another place matches as well.

  void note(std::size_t candidate, std::size_t matching) {
    if (matching < length || matching == 0) return;
    doubtful = matching == length;
    if (!doubtful) at = candidate;
    length = matching;
  }
};

/// Replaces dots by lines of the reference.
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
  /// Handles the lines between two dots: lines[begin..end) of the overlay.
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
  /// `from` to there, which must have the same change of depth.
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

  /// Writes the reference's lines from `next_` up to this one.
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

/// Finds the lines that dots can replace.
class Elider {
 public:
  Elider(const Excerpt& mine, const Excerpt& theirs)
      : mine_(mine),
        theirs_(theirs),
        code_(code_of(mine, 0, mine.lines.size())),
        hidden_(code_.size(), false) {}

  std::vector<std::string> run() {
    const std::vector<bool> common = in_common();
    for (std::size_t i = 0; i < code_.size();) {
      std::size_t end = i;
      while (end < code_.size() && common[end]) ++end;
      if (end > i) hide_within(i, end);
      i = end + 1;
    }
    return shown();
  }

 private:
  /// For each line of code, whether it belongs to a longest common subsequence of both.
  std::vector<bool> in_common() const {
    const Code known = code_of(theirs_, 0, theirs_.lines.size());
    const std::size_t n = code_.size(), m = known.size();
    std::vector<std::vector<int>> best(n + 1, std::vector<int>(m + 1, 0));
    for (std::size_t i = n; i-- > 0;)
      for (std::size_t j = m; j-- > 0;)
        best[i][j] = code_[i].code == known[j].code
                         ? best[i + 1][j + 1] + 1
                         : std::max(best[i + 1][j], best[i][j + 1]);
    std::vector<bool> common(n, false);
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
      if (code_[i].code == known[j].code && best[i][j] == best[i + 1][j + 1] + 1)
        common[i] = true, ++i, ++j;
      else
        best[i + 1][j] >= best[i][j + 1] ? ++i : ++j;
    }
    return common;
  }

  /// Hides as many of code_[begin..end) as possible, with dots that save at least one
  /// line.
  void hide_within(std::size_t begin, std::size_t end) {
    constexpr std::size_t kLeast = 2;
    for (std::size_t count = end - begin; count >= kLeast; --count) {
      for (std::size_t first = begin; first + count <= end; ++first) {
        if (!may_hide(first, first + count)) continue;
        std::fill_n(hidden_.begin() + static_cast<std::ptrdiff_t>(first), count, true);
        if (says_the_same()) {
          hide_within(begin, first);
          hide_within(first + count, end);
          return;
        }
        std::fill_n(hidden_.begin() + static_cast<std::ptrdiff_t>(first), count, false);
      }
    }
  }

  /// Whether these lines may be hidden: only whole statements, and neither the first line
  /// nor the last.
  bool may_hide(std::size_t begin, std::size_t end) const {
    const auto ends = [&](std::size_t i, std::string_view marks) {
      const std::string_view code = trim(code_[i].code);
      return marks.find(code.back()) != marks.npos;
    };
    return begin > 0 && end < code_.size() && ends(begin - 1, ";{}") &&
           ends(end - 1, ";}") && is_balanced(code_, begin, end) &&
           says_nothing_of_its_own(code_[begin - 1].index + 1, code_[end - 1].index);
  }

  /// Whether all comments in these lines also occur in the reference.
  bool says_nothing_of_its_own(std::size_t first, std::size_t last) const {
    const auto known = [&](std::string_view line) {
      return line.find("//") == line.npos ||
             std::any_of(theirs_.lines.begin(), theirs_.lines.end(),
                         [&](std::string_view each) { return trim(each) == trim(line); });
    };
    const auto begin = mine_.lines.begin();
    return std::all_of(begin + static_cast<std::ptrdiff_t>(first),
                       begin + static_cast<std::ptrdiff_t>(last) + 1, known);
  }

  bool says_the_same() const {
    const std::vector<std::string> text = shown();
    Excerpt elided{mine_.first_line, {text.begin(), text.end()}};
    const Expansion filled = fill_in(elided, theirs_);
    if (!filled.problem.empty()) return false;
    Excerpt whole;
    for (const ExpandedLine& line : filled.lines) whole.lines.push_back(line.text);
    const Code code = code_of(whole, 0, whole.lines.size());
    return std::equal(
        code.begin(), code.end(), code_.begin(), code_.end(),
        [](const CodeLine& a, const CodeLine& b) { return a.code == b.code; });
  }

  /// The lines, with dots in place of the hidden ones and the blank lines around them.
  std::vector<std::string> shown() const {
    std::vector<std::string> text;
    std::size_t line = 0;
    for (std::size_t i = 0; i < code_.size(); ++i) {
      const std::string_view code = mine_.lines[code_[i].index];
      const bool follows = i > 0 && hidden_[i - 1];
      if (hidden_[i]) {
        if (!follows)
          text.push_back(std::string(code.substr(0, code.find_first_not_of(' '))) +
                         "// ...");
        line = code_[i].index + 1;
        continue;
      }
      while (follows && trim(mine_.lines[line]).empty()) ++line;
      for (; line <= code_[i].index; ++line) text.emplace_back(mine_.lines[line]);
    }
    return text;
  }

  const Excerpt& mine_;
  const Excerpt& theirs_;
  Code code_;
  std::vector<bool> hidden_;  ///< For each line of code, whether it is hidden.
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

std::vector<std::string> elide(const Excerpt& mine, const Excerpt& theirs) {
  return Elider(mine, theirs).run();
}

}  // namespace gridlock
