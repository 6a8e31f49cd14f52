// Changes to memory accesses: several steps become one atomic operation.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cure/changes.h"
#include "cure/places.h"

namespace gridlock {
namespace {

constexpr int kAtomic = 2;
constexpr int kStore = 5;
/// Rank of making one operation of a check and a store.
constexpr int kCheckThenAct = -5;

/// An operator that updates memory, and the atomic operation that does the same.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kUpdates = {{
    {"+", "atomicAdd"},
    {"-", "atomicSub"},
    {"|", "atomicOr"},
    {"&", "atomicAnd"},
    {"^", "atomicXor"},
}};

class Accesses : Seeker {
 public:
  explicit Accesses(Changes& changes) : Seeker(changes) {
    for (const Suspect& each : scene_.suspects()) {
      function_ = &each;
      for (std::size_t i = each.begin + 2; i < each.end; ++i) {
        try_increment(i);
        if (statements_.begins(i)) try_statement(i);
      }
    }
  }

 private:
  /// (*x)++ becomes atomicAdd(x, 1).
  void try_increment(std::size_t index) {
    const bool increments = syntax_.is(index, "(") && syntax_.is(index + 1, "*") &&
                            syntax_.is_identifier(index + 2) &&
                            syntax_.is(index + 3, ")") && syntax_.is(index + 4, "+") &&
                            syntax_.is(index + 5, "+");
    if (!increments) return;
    const Token &first = tokens_[index], &last = tokens_[index + 5];
    const std::string call = fmt::format("atomicAdd({}, 1)", tokens_[index + 2].text);
    changes_.replace(
        kAtomic, first.offset, last.end(), call, first.line,
        fmt::format("`{}` in place of {} in {}", call, scene_.quoted(index, index + 6),
                    scene_.line_name(first.line)));
  }

  /// Merges an atomic operation with a load of its word in the same block.  A later
  /// plain load becomes the operation and its update: `atomicAdd(p, 1); x = *p;`
  /// becomes `x = (atomicAdd(p, 1) + 1);`, if an operator computes the new value.  An
  /// earlier call of the same atomic function becomes this one: `x = atomicOr(p, 0);
  /// atomicOr(p, b);` becomes `x = atomicOr(p, b);`.
  void try_merge(std::size_t begin, std::size_t last) {
    const std::size_t open = begin + 1;
    const std::size_t comma = syntax_.is(open, "(") ? scene_.comma_in(open) : kNone;
    if (!tokens_[begin].text.starts_with("atomic") || comma == kNone) return;
    const std::size_t close = syntax_.partner(open);
    if (close + 1 != last) return;
    const std::string address = statements_.code(open + 1, comma);
    const std::string value = statements_.code(comma + 1, close);
    const std::string operation(tokens_[begin].text);
    const std::string code = statements_.code(begin, last);
    std::string_view sign;
    for (const auto& [each, call] : kUpdates)
      if (operation == call) sign = each;
    for (std::size_t i = last + 1;
         !sign.empty() && i < tokens_.size() && !syntax_.is(i, "}"); ++i) {
      const std::size_t end = end_of_pointee(i, address);
      if (end == kNone) continue;
      merge(begin, last, i, end, fmt::format("({} {} {})", code, sign, grouped(value)));
      break;
    }
    for (std::size_t i = begin; i > 1 && !syntax_.is(i, "{"); --i)
      if (tokens_[i - 1].is(operation) && is_call_with(i, address))
        merge(begin, last, i - 1, syntax_.partner(i) + 1, code);
  }

  /// Whether a list of several arguments opens here, with `first` as its first.
  bool is_call_with(std::size_t open, const std::string& first) const {
    return syntax_.is(open, "(") && scene_.comma_in(open) != kNone &&
           statements_.code(open + 1, scene_.comma_in(open)) == first;
  }

  /// The value, in parentheses unless it is one word.
  static std::string grouped(const std::string& value) {
    return value.find_first_of(" (") == std::string::npos ? value : "(" + value + ")";
  }

  /// Removes the statement, and replaces the tokens [first, end) by `code`.
  void merge(std::size_t begin, std::size_t last, std::size_t first, std::size_t end,
             const std::string& code) {
    const auto edit = [&](std::size_t from, std::size_t to, std::string text) {
      return TextEdit{tokens_[from].offset, tokens_[to].end() - tokens_[from].offset,
                      std::move(text)};
    };
    changes_.add(
        kAtomic, {edit(begin, last, ""), edit(first, end - 1, code)}, tokens_[first].line,
        fmt::format("`{}` in place of {} in {}, and {} left out in {}", code,
                    scene_.quoted(first, end), scene_.line_name(tokens_[first].line),
                    scene_.quoted(begin, last + 1),
                    scene_.line_name(tokens_[begin].line)));
  }

  /// If the word at this address is read here, as `*p` for `p` or as `x` for `&x`, the
  /// token after that expression; else kNone.
  std::size_t end_of_pointee(std::size_t begin, const std::string& address) const {
    const std::string pointee =
        address.starts_with("&") ? address.substr(1) : "*" + address;
    constexpr std::size_t kTokensMax = 12;
    if (begin > 0 && (syntax_.is(begin - 1, ".") || syntax_.is(begin - 1, "->") ||
                      syntax_.is(begin - 1, "&")))
      return kNone;
    for (std::size_t end = begin + 1; end < std::min(begin + kTokensMax, tokens_.size());
         ++end) {
      const std::string code = statements_.code(begin, end);
      if (code == pointee)
        return syntax_.is(end, "=") && !syntax_.is(end + 1, "=") ? kNone : end;
      if (!pointee.starts_with(code)) return kNone;
    }
    return kNone;
  }

  /// x = *p; ... *p = x + 1; becomes x = atomicAdd(p, 1).
  void try_read_then_write(std::size_t begin, std::size_t last) {
    std::size_t equals = begin;
    while (equals < last && !syntax_.is(equals, "=")) equals = syntax_.after(equals);
    if (equals + 1 >= last || !syntax_.is_identifier(equals - 1)) return;
    const std::string name(tokens_[equals - 1].text);
    const std::string word = statements_.code(equals + 1, last);
    for (std::size_t i = last + 1; i + 3 < tokens_.size() && !syntax_.is(i, "}"); ++i) {
      if (!statements_.begins(i)) continue;
      const std::size_t end = statements_.end(i);
      if (end == kNone || end >= tokens_.size() || !syntax_.is(end, ";")) continue;
      for (const auto& [sign, call] : kUpdates) {
        const std::string update = fmt::format("{} = {} {} ", word, name, sign);
        const std::string code = statements_.code(i, end);
        if (!code.starts_with(update)) continue;
        const std::string value = code.substr(update.size());
        merge(i, end, equals + 1, last, fmt::format("{}(&({}), {})", call, word, value));
      }
    }
  }

  void try_statement(std::size_t begin) {
    const std::size_t last = statements_.end(begin);
    if (last == kNone || last >= tokens_.size()) return;
    if (syntax_.is(begin, "if") || syntax_.is(begin, "while"))
      try_check_then_act(begin, last);
    if (syntax_.is(begin, "if")) {
      try_extremum(begin, last);
    } else if (statements_.is_simple(begin, last)) {
      try_update(begin, last);
      if (!scene_.symptom().shares_data) try_store(begin, last);
      try_merge(begin, last);
    }
    if (syntax_.is(last, ";")) try_read_then_write(begin, last);
  }

  /// Position of the operator that consists of `sign` and `=`; `end` if there is none.
  std::size_t comparison_in(std::size_t at, std::size_t end,
                            std::string_view sign) const {
    while (at < end && !(syntax_.is(at, sign) && is_operator(at, "=")))
      at = syntax_.after(at);
    return at;
  }

  std::size_t assignment_in(std::size_t at, std::size_t end) const {
    while (at < end && !syntax_.is(at, "=")) at = syntax_.after(at);
    return at;
  }

  /// while (*p != 0) {} *p = 1; becomes while (atomicCAS(p, 0, 1) != 0) {}, and
  /// if (*p == 0) { *p = 1; becomes if (atomicCAS(p, 0, 1) == 0) {.
  void try_check_then_act(std::size_t begin, std::size_t last) {
    const std::size_t close = syntax_.partner(begin + 1);
    if (close == kNone || close > last) return;
    const std::string_view sign = syntax_.is(begin, "if") ? "=" : "!";
    const std::size_t compares = comparison_in(begin + 2, close, sign);
    if (compares + 2 >= close) return;
    const std::size_t act = sign == "!"                  ? last + 1
                            : syntax_.is(close + 1, "{") ? close + 2
                                                         : close + 1;
    if (act + 3 >= tokens_.size()) return;
    const std::string word = statements_.code(begin + 2, compares);
    const std::size_t end = statements_.end(act);
    if (end == kNone || end >= tokens_.size() || !syntax_.is(end, ";")) return;
    const std::size_t equals = assignment_in(act, end);
    if (equals + 1 >= end || statements_.code(act, equals) != word) return;
    const std::string expected = statements_.code(compares + 2, close);
    const std::string code = fmt::format(
        "atomicCAS({}, {}, {}) {}= {}", atomic_address(scene_, *function_, act, equals),
        expected, statements_.code(equals + 1, end), sign, expected);
    changes_.add(
        kCheckThenAct,
        {{tokens_[begin + 2].offset, tokens_[close].offset - tokens_[begin + 2].offset,
          code},
         {tokens_[act].offset, tokens_[end].end() - tokens_[act].offset,
          act == close + 1 ? ";" : ""}},
        tokens_[act].line,
        fmt::format("`{}` in place of {} in {}, and {} left out in {}", code,
                    scene_.quoted(begin + 2, close),
                    scene_.line_name(tokens_[begin].line), scene_.quoted(act, end + 1),
                    scene_.line_name(tokens_[act].line)));
  }

  void replace(int rank, std::string_view call, std::size_t first, std::size_t end,
               const std::string& value, std::size_t begin, std::size_t last) {
    const std::string code = fmt::format(
        "{}({}, {});", call, atomic_address(scene_, *function_, first, end), value);
    changes_.replace(
        rank, tokens_[begin].offset, tokens_[last].end(), code, tokens_[begin].line,
        fmt::format("`{}` in place of {} in {}", code, scene_.quoted(begin, last + 1),
                    scene_.line_name(tokens_[begin].line)));
  }

  /// x += 1; ++x; x++; x = x + 1; become atomicAdd(&x, 1).
  void try_update(std::size_t begin, std::size_t last) {
    for (const auto& [sign, call] : kUpdates)
      for (std::size_t i = begin + 1; i + 2 < last; ++i) {
        if (syntax_.is(i, sign) && is_operator(i, "="))
          update(call, sign, begin, i, statements_.code(i + 2, last), begin, last);
        // The token behind the word's second occurrence.
        const std::size_t again = i + 1 + (i - begin);
        if (syntax_.is(i, "=") && again + 1 < last && syntax_.is(again, sign) &&
            statements_.code(begin, i) == statements_.code(i + 1, again))
          update(call, sign, begin, i, statements_.code(again + 1, last), begin, last);
      }
    for (const auto& [sign, call] : {kUpdates[0], kUpdates[1]}) {
      if (syntax_.is(begin, sign) && syntax_.is(begin + 1, sign))
        update(call, sign, begin + 2, last, "1", begin, last);
      if (last > begin + 2 && syntax_.is(last - 1, sign) && syntax_.is(last - 2, sign))
        update(call, sign, begin, last - 2, "1", begin, last);
    }
  }

  /// Makes the statement an atomic operation, alone or merged with the word's next load.
  void update(std::string_view call, std::string_view sign, std::size_t first,
              std::size_t end, const std::string& value, std::size_t begin,
              std::size_t last) {
    replace(kAtomic, call, first, end, value, begin, last);
    const std::string word = statements_.code(first, end);
    const std::string address = word.starts_with("*") ? word.substr(1) : "&" + word;
    for (std::size_t i = last + 1; i < tokens_.size() && !syntax_.is(i, "}"); ++i) {
      const std::size_t past = end_of_pointee(i, address);
      if (past == kNone) continue;
      merge(begin, last, i, past,
            fmt::format("({}({}, {}) {} {})", call,
                        atomic_address(scene_, *function_, first, end), value, sign,
                        grouped(value)));
      return;
    }
  }

  /// Whether this token and the next form one operator.
  bool is_operator(std::size_t index, std::string_view second) const {
    return syntax_.is(index + 1, second) &&
           tokens_[index].end() == tokens_[index + 1].offset;
  }

  /// *x = 1; becomes atomicExch(&(*x), 1).
  void try_store(std::size_t begin, std::size_t last) {
    for (std::size_t i = begin + 1; i + 1 < last; i = syntax_.after(i)) {
      if (i == kNone) return;
      if (!syntax_.is(i, "=")) continue;
      const bool in_memory = syntax_.is(begin, "*") || syntax_.is(i - 1, "]") ||
                             syntax_.is(i - 2, ".") || syntax_.is(i - 2, "->");
      const bool plain = tokens_[i - 1].kind != TokenKind::punctuation ||
                         syntax_.is(i - 1, "]") || syntax_.is(i - 1, ")");
      if (in_memory && plain && !syntax_.is(i + 1, "="))
        replace(kStore, "atomicExch", begin, i, statements_.code(i + 1, last), begin,
                last);
      return;
    }
  }

  /// if (x < y) x = y; becomes atomicMax(&x, y), and with `>` atomicMin(&x, y).
  void try_extremum(std::size_t begin, std::size_t last) {
    const std::size_t close = syntax_.partner(begin + 1);
    if (close == kNone || close + 1 >= last) return;
    const bool is_block = syntax_.is(close + 1, "{");
    const std::size_t body = close + 1 + is_block, end = last - is_block;
    if (!syntax_.is(end, ";")) return;
    std::size_t assigned = body;
    while (assigned < end && !syntax_.is(assigned, "=")) ++assigned;
    if (assigned + 1 >= end) return;
    const std::string target = statements_.code(body, assigned);
    const std::string value = statements_.code(assigned + 1, end);
    for (std::size_t i = begin + 3; i + 1 < close; ++i) {
      if (!syntax_.is(i, "<") && !syntax_.is(i, ">")) continue;
      const std::string left = statements_.code(begin + 2, i);
      const std::string right = statements_.code(i + 1, close);
      const bool target_left = left == target && right == value;
      if (!target_left && !(left == value && right == target)) continue;
      const bool rises = syntax_.is(i, "<") == target_left;
      replace(kAtomic, rises ? "atomicMax" : "atomicMin", body, assigned, value, begin,
              last);
    }
  }

  const Suspect* function_ = nullptr;
};

}  // namespace

void make_atomic(Changes& changes) { Accesses{changes}; }

}  // namespace gridlock
