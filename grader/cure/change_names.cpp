// Changes of names: scopes and memory orders become stronger, pointers volatile.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "cure/changes.h"
#include "cure/plain_pointers.h"
#include "cure/stronger.h"

namespace gridlock {
namespace {

constexpr int kStronger = 0;
constexpr int kEverywhere = 3;
constexpr int kVolatile = 4;
constexpr int kInOtherFunctions = 12;
constexpr int kElsewhere = 8;
/// Sequential consistency implies fences that may hide which order was missing, so weaker
/// orders, even a few lines away, are tried first.
constexpr int kSequential = 60;
/// A scope that nothing is known to need.
constexpr int kNeedless = 400;

constexpr std::string_view kBoth = "memory_order_acq_rel";

class Names {
 public:
  explicit Names(Changes& changes)
      : changes_(changes), scene_(changes.scene()), tokens_(scene_.tokens()) {
    for (const Suspect& each : scene_.suspects()) {
      for (std::size_t i = each.begin; i < each.end; ++i) try_name(i);
      for (const PlainAccess& access : plain_accesses(scene_, each)) try_cast(access);
    }
    try_everywhere();
  }

 private:
  /// What takes the place of a token; "" if it stays.
  using NewText = std::function<std::string(std::size_t index)>;

  void try_name(std::size_t index) {
    for (const StrongerName& each : stronger_names(tokens_[index].text))
      if (is_allowed(index, each.strong))
        replace(rank_of(each), index, std::string(each.strong));
    if (points_to_plain_word(scene_, index))
      replace(kVolatile, index, "volatile " + std::string(tokens_[index].text));
  }

  /// The function to which the token is an argument; "" if that is unclear.
  std::string_view called_with(std::size_t index) const {
    int open = 0;
    while (index-- > 1) {
      if (tokens_[index].is(";") || tokens_[index].is("{")) break;
      if (tokens_[index].is(")")) ++open;
      if (tokens_[index].is("(") && open-- == 0) return tokens_[index - 1].text;
    }
    return "";
  }

  /// Whether this is no memory order that a load or a store may not have.
  bool is_allowed(std::size_t index, std::string_view name) const {
    const bool acquires = name == "memory_order_acquire", both = name == kBoth;
    const bool releases = name == "memory_order_release";
    if (!acquires && !releases && !both) return true;
    const std::string_view function = called_with(index);
    return (function != "load" || acquires) && (function != "store" || releases);
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
    return std::any_of(scene_.suspects().begin(), scene_.suspects().end(),
                       [&](const Suspect& each) { return each.holds(index); });
  }

  bool stands_near(std::string_view text) const {
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (tokens_[i].is(text) && in_suspect(i)) return true;
    return false;
  }

  /// The change at all places: in the functions where the failure shows, and in others.
  /// \param once whether it is tried nowhere else if there is one place only
  void try_everywhere(const NewText& new_text, const std::string& words, int rank = 0,
                      bool once = true) {
    std::vector<TextEdit> near, all;
    int line = 0;
    for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
      const std::string text = new_text(i);
      if (text.empty()) continue;
      const Token& token = tokens_[i];
      all.push_back({token.offset, token.text.size(), text});
      if (!in_suspect(i)) continue;
      near.push_back(all.back());
      if (line == 0 || scene_.distance_of(token.line) < scene_.distance_of(line))
        line = token.line;
    }
    if (all.empty() || scene_.suspects().empty()) return;
    if (near.empty()) {
      changes_.add_anywhere(rank + kElsewhere, all, words);
      return;
    }
    if (near.size() > 1 || once)
      changes_.add_far(rank + kEverywhere, near, line, words + near_words());
    if (all.size() > near.size())
      changes_.add_far(rank + kInOtherFunctions, all, line, words);
  }

  /// " in lock() and unlock()"
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

  /// The stronger name; of an order that a load or a store cannot have, its half.
  std::string allowed(std::size_t index, const StrongerName& name) const {
    if (is_allowed(index, name.strong)) return std::string(name.strong);
    if (name.strong != kBoth) return "";
    const bool loads = called_with(index) == "load";
    const std::string half = loads ? "memory_order_acquire" : "memory_order_release";
    return half == name.weak ? "" : half;
  }

  std::string words_of(const StrongerName& name) const {
    bool loads = false, stores = false, others = false;
    for (std::size_t i = 1; name.strong == kBoth && i < tokens_.size(); ++i) {
      if (!tokens_[i].is(name.weak) || allowed(i, name).empty()) continue;
      const std::string_view function = called_with(i);
      loads |= function == "load";
      stores |= function == "store";
      others |= function != "load" && function != "store";
    }
    std::string strong = fmt::format("`{}`", name.strong);
    if (loads || stores) {
      strong = loads ? "`memory_order_acquire` in each load" : "";
      if (stores)
        strong +=
            fmt::format("{}`memory_order_release` in each store", loads ? " and " : "");
      if (others) strong += fmt::format(", and `{}` elsewhere,", name.strong);
    }
    return fmt::format("{} in place of each `{}`", strong, name.weak);
  }

  void try_everywhere() {
    std::vector<std::string_view> seen;
    for (const Token& token : tokens_) {
      if (std::find(seen.begin(), seen.end(), token.text) != seen.end()) continue;
      const auto all = stronger_names(token.text);
      for (const StrongerName& each : all) {
        seen.push_back(token.text);
        // Far from where the failure shows, the strongest says whether any helps.
        if (&each != &all.back() && !each.reaches_system && !stands_near(token.text))
          continue;
        try_everywhere(
            [&](std::size_t i) {
              return tokens_[i].is(each.weak) ? allowed(i, each) : std::string();
            },
            words_of(each), rank_of(each), false);
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
          return points_to_plain_word(scene_, i)
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

  Changes& changes_;
  const Scene& scene_;
  const std::vector<Token>& tokens_;
};

}  // namespace

void change_names(Changes& changes) { Names{changes}; }

}  // namespace gridlock
