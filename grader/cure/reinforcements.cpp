#include "cure/reinforcements.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cure/plain_pointers.h"
#include "cure/stronger.h"
#include "cure/uniform.h"

namespace gridlock {
namespace {

// Ranks: distance counts first; at the same distance, the preferred kind comes first.
constexpr int kRankPerLine = 4;
constexpr int kPreferred = 0;
constexpr int kSecond = 1;
constexpr int kThird = 2;
/// Rank of a scope wider than any known need: it comes last.
constexpr int kReachesTooFar = 1000;

class Search {
 public:
  explicit Search(const Scene& scene)
      : scene_(scene),
        statements_(scene.statements()),
        tokens_(scene.tokens()),
        syntax_(scene.syntax()) {
    for (const Suspect& each : scene.suspects())
      if (each.is_device_code) search(each);
  }

  std::vector<Reinforcement> take() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
    std::vector<Reinforcement> all;
    for (Ranked& each : found_) all.push_back(std::move(each.reinforcement));
    return all;
  }

 private:
  struct Ranked {
    int rank;
    Reinforcement reinforcement;
  };

  void add(int rank, ReinforcementKind kind, std::vector<TextEdit> edits, int line,
           std::string code, std::string where) {
    found_.push_back({scene_.distance_of(line) * kRankPerLine + rank,
                      {kind, found_.size(), std::move(edits), line, std::move(code),
                       std::move(where)}});
  }

  void search(const Suspect& function) {
    const auto uniform = uniform_places(scene_, function);
    const std::set<std::size_t> meeting(uniform.begin(), uniform.end());
    const bool shares_data = scene_.symptom().shares_data;
    for (const PlainAccess& access : plain_accesses(scene_, function)) {
      if (shares_data) break;
      const Token& token = tokens_[access.index];
      add(kSecond, ReinforcementKind::volatility,
          {{token.offset, token.text.size(), access.cast}}, token.line, access.cast,
          in_place_of(token));
    }
    for (std::size_t i = std::max<std::size_t>(function.begin, 1); i < function.end;
         ++i) {
      strengthen(i);
      if (!shares_data) make_volatile(i);
      if (statements_.begins(i))
        insert_before_statement(i, meeting.contains(i));
      else if (syntax_.is(i, "}") && ends_block_of_statements(i))
        insert_at_end(i, meeting.contains(i));
    }
  }

  bool ends_block_of_statements(std::size_t close) const {
    const std::size_t open = syntax_.partner(close);
    return open != kNone && open + 1 < close &&
           syntax_.scope(open + 1) == ScopeKind::block &&
           (syntax_.is(close - 1, ";") || syntax_.is(close - 1, "}"));
  }

  void strengthen(std::size_t index) {
    const Token& token = tokens_[index];
    const bool system = scene_.symptom().lacks_system;
    std::string_view strong = strongest_name(token.text, system);
    int rank = kPreferred;
    if (strong.empty()) {
      strong = strongest_name(token.text, true);
      rank = kReachesTooFar;
    }
    if (strong.empty()) return;
    add(rank, ReinforcementKind::name,
        {{token.offset, token.text.size(), std::string(strong)}}, token.line,
        std::string(strong), in_place_of(token));
  }

  /// Turns a local `unsigned* p` into `volatile unsigned* p`.
  void make_volatile(std::size_t index) {
    if (!points_to_plain_word(scene_, index) || !is_local(index)) return;
    const Token& token = tokens_[index];
    add(kSecond, ReinforcementKind::volatility, {{token.offset, 0, "volatile "}},
        token.line, fmt::format("volatile {}", token.text), in_place_of(token));
  }

  std::string in_place_of(const Token& token) const {
    return fmt::format("in place of `{}` in {}", token.text,
                       scene_.line_name(token.line));
  }

  /// Whether a declaration begins here, perhaps with const, as a statement of its own.
  bool is_local(std::size_t index) const {
    return statements_.begins(syntax_.is(index - 1, "const") ? index - 1 : index);
  }

  void insert_before_statement(std::size_t begin, bool all_meet) {
    const std::size_t last = statements_.end(begin);
    if (last == kNone || last >= tokens_.size() || !statements_.may_follow_another(begin))
      return;
    const bool alone = statements_.is_guarded_alone(begin);
    const auto edits = [&](const std::string& code) {
      std::vector<TextEdit> made;
      made.push_back({tokens_[begin].offset, 0, (alone ? "{ " : "") + code + " "});
      if (alone) made.push_back({tokens_[last].end(), 0, " }", true});
      return made;
    };
    insert(edits, all_meet, tokens_[begin].line, "before", begin, last);
  }

  void insert_at_end(std::size_t close, bool all_meet) {
    std::size_t begin = close - 1;
    while (begin > 0 &&
           !(statements_.begins(begin) && statements_.end(begin) == close - 1))
      --begin;
    const auto edits = [&](const std::string& code) {
      return std::vector<TextEdit>{{tokens_[close - 1].end(), 0, " " + code}};
    };
    insert(edits, all_meet, tokens_[close - 1].line, "after", begin, close - 1);
  }

  template <class Edits>
  void insert(const Edits& edits, bool all_meet, int line, std::string_view where,
              std::size_t begin, std::size_t last) {
    const auto add_one = [&](int rank, ReinforcementKind kind, const std::string& code) {
      add(rank, kind, edits(code), line, code, scene_.place(where, begin, last));
    };
    const bool barrier_first = scene_.symptom().lacks_barrier;
    // A fence publishes to other blocks what a block barrier before it has ordered, or
    // orders this thread's accesses before a barrier that then orders them for the block.
    if (all_meet) add_one(kSecond, ReinforcementKind::fence, "__threadfence();");
    if (all_meet)
      add_one(barrier_first ? kPreferred : kSecond, ReinforcementKind::barrier,
              "__syncthreads();");
    add_one(barrier_first ? kThird : kPreferred, ReinforcementKind::fence,
            "__threadfence();");
  }

  const Scene& scene_;
  const Statements& statements_;
  const std::vector<Token>& tokens_;
  const Syntax& syntax_;
  std::vector<Ranked> found_;
};

}  // namespace

std::vector<Reinforcement> reinforcements_for(const Scene& scene) {
  return Search(scene).take();
}

Candidate combined(std::vector<Reinforcement> parts) {
  std::sort(parts.begin(), parts.end(),
            [](const Reinforcement& one, const Reinforcement& other) {
              return one.position < other.position;
            });
  Candidate whole;
  whole.line = parts.front().line;
  for (std::size_t i = 0; i < parts.size();) {
    std::string code, where = parts[i].where;
    std::size_t next = i;
    for (; next < parts.size() && parts[next].where == parts[i].where; ++next) {
      whole.edits.insert(whole.edits.end(), parts[next].edits.begin(),
                         parts[next].edits.end());
      constexpr std::string_view kInPlace = "in place of ";
      if (next == i || !where.starts_with(kInPlace))
        code += (code.empty() ? "" : " ") + parts[next].code;
      else if (next == i + 1)
        where.insert(kInPlace.size(), "each ");
    }
    whole.words += fmt::format("{}`{}` {}", i ? ", and " : "", code, where);
    i = next;
  }
  return whole;
}

}  // namespace gridlock
