// Changes to names: stronger scopes and memory orders, pointers to volatile.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "common/text.h"
#include "cure/changes.h"
#include "cure/places.h"
#include "cure/stronger.h"

namespace gridlock {
namespace {

constexpr int kStronger = 0;
constexpr int kEverywhere = 3;
constexpr int kVolatile = 4;
/// Sequential consistency implies fences, which may hide which order was missing.  So
/// weaker orders are tried first, even in places a few lines from the suspect access.
constexpr int kSequential = 60;
/// Rank of a scope that is wider than any known need.
constexpr int kNeedless = 400;

class Names : Seeker {
 public:
  explicit Names(Changes& changes) : Seeker(changes) {
    for (const Suspect& each : scene_.suspects()) {
      for (std::size_t i = each.begin; i < each.end; ++i) try_name(i);
      if (scene_.symptom().shares_data) continue;
      for (const PlainAccess& access : plain_accesses(scene_, each)) try_cast(access);
    }
    try_everywhere();
  }

 private:
  /// The replacement for a token; "" to leave it.
  using NewText = std::function<std::string(std::size_t index)>;

  void try_name(std::size_t index) {
    for (const StrongerName& each : stronger_names(tokens_[index].text))
      if (const std::string strong = allowed_name(index, each); strong == each.strong)
        replace(rank_of(each), index, strong);
    if (points_to_plain_word(scene_, index) && !scene_.symptom().shares_data)
      replace(kVolatile, index, "volatile " + std::string(tokens_[index].text));
  }

  /// The function that has the token as an argument; "" if that is unclear.
  std::string_view called_with(std::size_t index) const {
    int open = 0;
    while (index-- > 1) {
      if (tokens_[index].is(";") || tokens_[index].is("{")) break;
      if (tokens_[index].is(")")) ++open;
      if (tokens_[index].is("(") && open-- == 0) return tokens_[index - 1].text;
    }
    return "";
  }

  enum class Use { load, store, other };

  /// Whether the memory order is used by a load, a store or another operation.  The
  /// second order of a compare-exchange is that of a load.
  Use use_of(std::size_t index) const {
    const std::string_view function = called_with(index);
    if (is_any_of(function, {"store", "clear", "atomic_store_explicit"}))
      return Use::store;
    const bool loads =
        is_any_of(function, {"load", "wait", "test", "atomic_load_explicit"});
    const bool second = index > 1 && tokens_[index - 1].is(",") &&
                        tokens_[index - 2].text.starts_with("memory_order_");
    return loads || second ? Use::load : Use::other;
  }

  /// The stronger name, as far as the operation allows it: instead of acq_rel, a load
  /// gets acquire, and a store release.  "" if no stronger name is allowed.
  std::string allowed_name(std::size_t index, const StrongerName& name) const {
    const bool both = name.strong == "memory_order_acq_rel";
    const Use use = use_of(index);
    if (use == Use::other) return std::string(name.strong);
    const std::string half =
        use == Use::load ? "memory_order_acquire" : "memory_order_release";
    const bool is_half =
        name.strong == "memory_order_acquire" || name.strong == "memory_order_release";
    if (!both && !is_half) return std::string(name.strong);
    return half != name.weak && (both || half == name.strong) ? half : "";
  }

  int rank_of(const StrongerName& name) const {
    if (is_needless(name)) return kNeedless;
    return name.strong.ends_with("seq_cst") ? kSequential : kStronger;
  }

  void try_cast(const PlainAccess& access) {
    const Token& token = tokens_[access.index];
    changes_.replace(kVolatile, token.offset, token.end(), access.cast, token.line,
                     fmt::format("`{}` in place of `{}` in {}", access.cast, token.text,
                                 scene_.line_name(token.line)));
  }

  bool is_needless(const StrongerName& name) const {
    return name.reaches_system && !scene_.symptom().lacks_system;
  }

  void replace(int rank, std::size_t index, const std::string& text) {
    const Token& token = tokens_[index];
    changes_.add_far(rank, {{token.offset, token.text.size(), text}}, token.line,
                     fmt::format("`{}` in place of `{}` in {}", text, token.text,
                                 scene_.line_name(token.line)));
  }

  bool in_suspect(std::size_t index) const {
    return std::ranges::any_of(scene_.suspects(),
                               [&](const Suspect& each) { return each.holds(index); });
  }

  /// Makes the change everywhere in the functions where the failure shows.
  /// \param words describes the change of these tokens
  /// \param once whether to make it even if there is only one place
  void try_everywhere(
      const NewText& new_text,
      const std::function<std::string(const std::vector<std::size_t>&)>& words,
      int rank = 0, bool once = true) {
    std::vector<std::size_t> near;
    std::vector<TextEdit> edits;
    int line = 0;
    for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
      const std::string text = in_suspect(i) ? new_text(i) : "";
      if (text.empty()) continue;
      const Token& token = tokens_[i];
      near.push_back(i);
      edits.push_back({token.offset, token.text.size(), text});
      if (line == 0 || scene_.distance_of(token.line) < scene_.distance_of(line))
        line = token.line;
    }
    if (near.size() > 1 || (once && !near.empty()))
      changes_.add_far(rank + kEverywhere, edits, line, words(near) + near_words());
  }

  void try_everywhere(const NewText& new_text, const std::string& words, int rank = 0) {
    try_everywhere(new_text, [&](const auto&) { return words; }, rank);
  }

  /// Names the functions where the failure shows: " in lock() and unlock()".
  std::string near_words() const {
    std::string text;
    for (std::size_t i = 0; i < scene_.suspects().size(); ++i)
      text += fmt::format("{}{}()",
                          i == 0                              ? " in "
                          : i + 1 == scene_.suspects().size() ? " and "
                                                              : ", ",
                          scene_.suspects()[i].name);
    return text;
  }

  /// Describes the change of the name at these tokens: "`memory_order_release` in each
  /// store in place of `memory_order_relaxed`".
  std::string words_of(const StrongerName& name,
                       const std::vector<std::size_t>& changed) const {
    std::map<std::string, std::set<Use>> uses;  // Which operations get each new name.
    bool left_out = false;
    for (std::size_t i = 1; i < tokens_.size(); ++i)
      left_out |= tokens_[i].is(name.weak) && allowed_name(i, name).empty();
    for (const std::size_t i : changed) uses[allowed_name(i, name)].insert(use_of(i));
    if (uses.size() == 1 && !left_out)
      return fmt::format("`{}` in place of each `{}`", uses.begin()->first, name.weak);
    const std::map<Use, const char*> words = {
        {Use::load, "load"}, {Use::store, "store"}, {Use::other, "other operation"}};
    std::vector<std::pair<std::string, std::set<Use>>> in_order(uses.begin(), uses.end());
    std::stable_partition(in_order.begin(), in_order.end(), [](const auto& use) {
      return !use.second.contains(Use::other);
    });
    std::string text;
    for (const auto& [strong, where] : in_order) {
      text += fmt::format("{}`{}` in each", text.empty() ? "" : " and ", strong);
      for (const Use use : where)
        text += fmt::format("{} {}", use == *where.begin() ? "" : " and", words.at(use));
    }
    return fmt::format("{} in place of `{}`", text, name.weak);
  }

  void try_everywhere() {
    std::vector<std::string_view> seen;
    for (const Token& token : tokens_) {
      if (std::ranges::find(seen, token.text) != seen.end()) continue;
      for (const StrongerName& each : stronger_names(token.text)) {
        seen.push_back(token.text);
        try_everywhere(
            [&](std::size_t i) {
              return tokens_[i].is(each.weak) ? allowed_name(i, each) : std::string();
            },
            [&](const auto& changed) { return words_of(each, changed); }, rank_of(each),
            false);
      }
    }
    try_everywhere(
        [&](std::size_t i) {
          const bool narrow = tokens_[i].text.starts_with("atomic") &&
                              tokens_[i].text.ends_with("_block");
          return narrow
                     ? std::string(tokens_[i].text.substr(
                           0, tokens_[i].text.size() - std::string_view("_block").size()))
                     : "";
        },
        "each atomic operation without its `_block`");
    try_everywhere(
        [&](std::size_t i) {
          return points_to_plain_word(scene_, i) && !scene_.symptom().shares_data
                     ? "volatile " + std::string(tokens_[i].text)
                     : "";
        },
        "pointers to `volatile`", kVolatile);
    try_everywhere(
        [&](std::size_t i) {
          return tokens_[i].is("__syncthreads") ? std::string("__threadfence") : "";
        },
        "`__threadfence` in place of each `__syncthreads`", kVolatile);
    try_everywhere(
        [&](std::size_t i) { return tokens_[i].is("__ldg") ? std::string("*") : ""; },
        "`*` in place of each `__ldg`");
  }
};

}  // namespace

void change_names(Changes& changes) { Names{changes}; }

}  // namespace gridlock
