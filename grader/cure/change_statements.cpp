// Changes to statements: fences and barriers are added, moved or made unconditional.
#include <fmt/format.h>

#include <set>

#include "cure/changes.h"
#include "cure/places.h"

namespace gridlock {
namespace {

constexpr int kLikely = 1;
constexpr int kUnconditional = 2;
constexpr int kExchange = 3;
constexpr int kWaitForCondition = 4;
constexpr int kUnlikely = 6;
constexpr int kBehindOthers = 8;
constexpr int kCount = 2;
constexpr int kCondition = 12;
constexpr int kMove = 14;
constexpr int kBoth = 15;  ///< Behind a single fence at the next line.

/// The most tokens of an ordering statement, with its condition.
constexpr std::size_t kOrderTokensMax = 40;
/// How many statements a statement may be moved past.
constexpr std::size_t kBehindMax = 4;

class StatementChanges : Seeker {
 public:
  explicit StatementChanges(Changes& changes) : Seeker(changes) {
    for (const Suspect& each : scene_.suspects()) {
      function_ = &each;
      const auto uniform = uniform_places(scene_, each);
      all_meet_ = {uniform.begin(), uniform.end()};
      for (std::size_t i = each.begin; i < each.end; ++i)
        if (statements_.begins(i)) try_statement(i);
    }
    fence_both();
  }

 private:
  void try_statement(std::size_t begin) {
    const std::size_t last = statements_.end(begin);
    if (last == kNone || last >= tokens_.size() || !statements_.may_follow_another(begin))
      return;
    // Before a declaration, an insertion is only tried where the failure shows.
    if (!statements_.is_declaration(begin) || scene_.races(begin, last)) {
      const bool barrier_first = scene_.symptom().lacks_barrier;
      insert(barrier_first ? kUnlikely : kLikely, begin, last, "__threadfence();");
      if (all_meet_.contains(begin))
        insert(barrier_first ? kLikely : kUnlikely, begin, last, "__syncthreads();");
    }
    make_unconditional(begin, last);
    drop_conditions(begin, last);
    move_order(begin, last);
    move_behind(begin, last);
  }

  /// Puts a fence behind one racing access and another before the other one: a signal
  /// between two blocks may lack both.
  void fence_both() {
    if (scene_.symptom().lacks_barrier) return;
    std::vector<std::size_t> racing;  // The innermost statements with a racing access.
    for (const Suspect& each : scene_.suspects())
      for (std::size_t i = each.begin; i < each.end; ++i) {
        if (!takes_neighbours(i) || statements_.end(i) == kNone ||
            !scene_.races(i, statements_.end(i)))
          continue;
        if (!racing.empty() && i < statements_.end(racing.back())) racing.pop_back();
        racing.push_back(i);
      }
    for (const std::size_t one : racing)
      for (const std::size_t other : racing) {
        const std::size_t last = statements_.end(one);
        if (one == other || syntax_.is(one, "return")) continue;
        changes_.add(
            kBoth,
            {{tokens_[last].end(), 0, " __threadfence();"},
             {tokens_[other].offset, 0, "__threadfence(); "}},
            tokens_[one].line,
            fmt::format("`__threadfence();` {} and {}", scene_.place("after", one, last),
                        scene_.place("before", other, statements_.end(other))));
      }
  }

  void insert(int rank, std::size_t begin, std::size_t last, const std::string& code) {
    const Token& first = tokens_[begin];
    const std::string_view call = std::string_view(code).substr(0, code.find('('));
    if (first.is(call)) return;  // The call is already there.
    const bool alone = statements_.is_guarded_alone(begin);
    if (alone)
      changes_.replace(rank, first.offset, tokens_[last].end(),
                       fmt::format("{{ {} {} }}", code, scene_.source(begin, last)),
                       first.line, words(code, "before", begin, last));
    else
      changes_.replace(rank, first.offset, first.offset, code + " ", first.line,
                       words(code, "before", begin, last));
    if (syntax_.is(begin, "return")) return;
    if (alone)
      changes_.replace(rank, first.offset, tokens_[last].end(),
                       fmt::format("{{ {} {} }}", scene_.source(begin, last), code),
                       tokens_[last].line, words(code, "after", begin, last));
    else if (syntax_.is(last + 1, "}"))
      changes_.replace(rank, tokens_[last].end(), tokens_[last].end(), " " + code,
                       tokens_[last].line, words(code, "after", begin, last));
  }

  std::string words(const std::string& code, std::string_view where, std::size_t first,
                    std::size_t last) const {
    return fmt::format("`{}` {}", code, scene_.place(where, first, last));
  }

  /// Whether the statement is a fence or a barrier, perhaps with a condition.
  bool orders(std::size_t begin, std::size_t last) const {
    if (last - begin > kOrderTokensMax || syntax_.is(last, "}")) return false;
    for (std::size_t i = begin; i < last; ++i)
      if (statements_.is_fence_or_barrier(i)) return true;
    return false;
  }

  /// Turns `if (c) __threadfence();` into `__threadfence();`, or lets it wait for c
  /// first.
  void make_unconditional(std::size_t begin, std::size_t last) {
    const std::size_t body = syntax_.is(begin, "if") ? syntax_.after(begin + 1) : kNone;
    if (body == kNone || body > last) return;
    const Token& first = tokens_[begin];
    const std::string line = scene_.line_name(first.line);
    const std::vector<TextEdit> alone{
        {first.offset, tokens_[last].end() - first.offset, scene_.source(body, last)}};
    const std::string words = fmt::format("{} without its condition in {}",
                                          scene_.quoted(body, last + 1), line);
    if (!orders(begin, last)) return;
    changes_.add(kUnconditional, alone, first.line, words);
    // If the `if` only tests memory, a wait loop may have been meant.
    if (has_word(body, last, "else") || statements_.is_guarded_alone(begin) ||
        !reads_memory(begin + 2, body - 1))
      return;
    const std::string wait =
        fmt::format("while (!({})) {{}}", scene_.source(begin + 2, body - 2));
    changes_.replace(kWaitForCondition, tokens_[begin].offset, tokens_[last].end(),
                     fmt::format("{} {}", wait, scene_.source(body, last)),
                     tokens_[begin].line,
                     fmt::format("`{}` before {} in place of its condition in {}", wait,
                                 scene_.quoted(body, last + 1), line));
  }

  /// Whether the tokens read memory, which other threads may change.
  bool reads_memory(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i)
      if (syntax_.is_any(i, {"*", "[", "->", "("})) return true;
    return false;
  }

  /// Drops a part of the condition of a loop or branch: if (a && b) becomes if (b).
  void drop_conditions(std::size_t begin, std::size_t last) {
    const bool asks = syntax_.is_any(begin, {"if", "while", "for"});
    const std::size_t close = asks ? syntax_.partner(begin + 1) : kNone;
    if (close == kNone || close > last) return;
    bool has_several = false;
    for (std::size_t from = begin + 2; from <= close;) {
      const std::size_t end = end_of_part(from, close);
      const bool both = syntax_.is(end, "&");
      if (both)
        drop(from, end + 2);
      else if (has_several)
        drop(from - 2, end);
      else if (from > begin + 2 && end < close && has_word(close, last, "break"))
        drop_bound(from, end);
      has_several = both;
      from = end + (both ? 2 : 1);
    }
  }

  /// The `&&` or `;` behind the part of a condition that begins here; `close` if it is
  /// the last part.
  std::size_t end_of_part(std::size_t at, std::size_t close) const {
    const auto ends = [&] {
      return syntax_.is(at, ";") || (syntax_.is(at, "&") && syntax_.is(at + 1, "&"));
    };
    while (at < close && !ends()) at = syntax_.after(at);
    return std::min(at, close);
  }

  void drop(std::size_t from, std::size_t end) {
    // A bound on a wait can cause a failure far away, so it is dropped at any distance.
    if (drop_bound(from, end)) return;
    changes_.add(kCondition, without(from, end), tokens_[from].line, left_out(from, end));
  }

  /// Drops a comparison with a number other than 0; returns false if there is none.
  bool drop_bound(std::size_t from, std::size_t end) {
    bool counts = false;
    for (std::size_t i = from; i < end; ++i)
      counts = counts || (tokens_[i].kind == TokenKind::number && !tokens_[i].is("0"));
    if (counts)
      changes_.add_far(kCount, without(from, end), tokens_[from].line,
                       left_out(from, end));
    return counts;
  }

  std::vector<TextEdit> without(std::size_t from, std::size_t end) const {
    return {{tokens_[from].offset, tokens_[end].offset - tokens_[from].offset, ""}};
  }
  std::string left_out(std::size_t from, std::size_t end) const {
    return fmt::format("{} left out of the condition in {}", scene_.quoted(from, end),
                       scene_.line_name(tokens_[from].line));
  }

  /// Whether another statement may stand before or behind the one that begins here.
  bool takes_neighbours(std::size_t begin) const {
    return statements_.begins(begin) && statements_.may_follow_another(begin) &&
           !statements_.is_guarded_alone(begin);
  }

  void move_order(std::size_t begin, std::size_t last) {
    if (!orders(begin, last) || statements_.is_guarded_alone(begin)) return;
    const std::string moved = scene_.source(begin, last);
    for (std::size_t to = function_->begin; to < function_->end; ++to) {
      if ((begin <= to && to <= last + 1) || !takes_neighbours(to)) continue;
      const std::size_t end = statements_.end(to);
      if (end == kNone || end + 1 >= tokens_.size()) continue;
      move(begin, last, tokens_[to].offset, moved + " ", to,
           scene_.place("before", to, end));
      const bool is_last = syntax_.is(end + 1, "}") || scene_.races(to, end);
      if (is_last && !syntax_.is(to, "return") && (end < begin || begin < to))
        move(begin, last, tokens_[end].end(), " " + moved, end,
             scene_.place("after", to, end));
    }
  }

  void move(std::size_t begin, std::size_t last, std::size_t offset,
            const std::string& text, std::size_t to, const std::string& where) {
    const std::size_t from = tokens_[begin].offset;
    changes_.add(kMove, {{from, tokens_[last].end() - from, ""}, {offset, 0, text}},
                 tokens_[to].line,
                 fmt::format("{} moved from {} to {}", scene_.quoted(begin, last + 1),
                             scene_.line_name(tokens_[begin].line), where));
  }

  /// The end of this statement, if a statement that declares the name `declared` (or
  /// none) may move behind it; else kNone.
  std::size_t end_of_passed(std::size_t statement, std::string_view declared) const {
    if (statement >= tokens_.size() || syntax_.is(statement, "}") ||
        !statements_.begins(statement) || syntax_.is(statement, "return"))
      return kNone;
    const std::size_t end = statements_.end(statement);
    if (end >= tokens_.size()) return kNone;
    return declared.empty() || !has_word(statement, end, declared) ? end : kNone;
  }

  /// Moves a statement after one or more of the following ones.
  void move_behind(std::size_t begin, std::size_t last) {
    if (statements_.is_guarded_alone(begin) || has_word(begin, last, "return") ||
        has_word(begin, last, "break"))
      return;
    const std::size_t from = tokens_[begin].offset;
    const std::string_view declared = declared_name(begin, last);
    if (declared.empty() && statements_.is_declaration(begin)) return;
    std::size_t next = last + 1;
    for (std::size_t passed = 1; passed <= kBehindMax; ++passed) {
      const std::size_t end = end_of_passed(next, declared);
      if (end == kNone) return;
      changes_.add(passed == 1 ? kExchange : kBehindOthers,
                   {{from, tokens_[last + 1].offset - from, ""},
                    {tokens_[end].end(), 0, " " + scene_.source(begin, last)}},
                   nearer(begin, next),
                   fmt::format("{} moved from {} to {}", scene_.quoted(begin, last + 1),
                               scene_.line_name(tokens_[begin].line),
                               scene_.place("after", next, end)));
      if (passed > 1 && statements_.is_simple(next, end) &&
          !statements_.is_declaration(begin))
        exchange(begin, last, next, end);
      next = end + 1;
    }
  }

  int nearer(std::size_t one, std::size_t other) const {
    const int first = tokens_[one].line, second = tokens_[other].line;
    return scene_.distance_of(second) < scene_.distance_of(first) ? second : first;
  }

  /// The variable that is declared here with a value from memory or from a call; "" if
  /// there is none.
  std::string_view declared_name(std::size_t begin, std::size_t last) const {
    if (!statements_.is_declaration(begin)) return {};
    for (std::size_t i = begin + 1; i + 2 < last; ++i)
      if (syntax_.is(i, "=") && syntax_.is_identifier(i - 1))
        for (std::size_t k = i + 1; k < last; ++k)
          if (syntax_.is(k, "[") || (syntax_.is(k, "*") && k == i + 1) ||
              syntax_.is(k, "->") || (syntax_.is(k, "(") && syntax_.is_identifier(k - 1)))
            return tokens_[i - 1].text;
    return {};
  }

  bool has_word(std::size_t begin, std::size_t end, std::string_view word) const {
    for (std::size_t i = begin; i <= end; ++i)
      if (tokens_[i].is(word)) return true;
    return false;
  }

  /// Exchanges two statements; what is between them stays.
  void exchange(std::size_t begin, std::size_t last, std::size_t other, std::size_t end) {
    const auto in_place = [&](std::size_t first, std::size_t final, std::string text) {
      return TextEdit{tokens_[first].offset, tokens_[final].end() - tokens_[first].offset,
                      std::move(text)};
    };
    changes_.add(
        kBehindOthers,
        {in_place(begin, last, scene_.source(other, end)),
         in_place(other, end, scene_.source(begin, last))},
        nearer(begin, other),
        fmt::format("{} in {} and {} in {} exchanged", scene_.quoted(begin, last + 1),
                    scene_.line_name(tokens_[begin].line), scene_.quoted(other, end + 1),
                    scene_.line_name(tokens_[other].line)));
  }

  const Suspect* function_ = nullptr;
  std::set<std::size_t> all_meet_;  ///< Statements that a whole block reaches.
};

}  // namespace

void change_statements(Changes& changes) { StatementChanges{changes}; }

}  // namespace gridlock
