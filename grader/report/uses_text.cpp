#include "report/uses_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "common/text.h"
#include "wording/values.h"
#include "wording/words.h"

namespace gridlock {
namespace {

bool is_in_shared_memory(const LineUse& use) {
  return use.first.is_shared || use.first.kind == Location::Kind::shared ||
         use.first.kind == Location::Kind::dynamic_shared;
}

/// Whether the call is a launch, a copy or a fill; others only order or create.
bool is_task(const LineUse& call) {
  return call.bytes > 0 || call.first.kind == Location::Kind::kernel;
}

/// The rank of a write, and of a plain read of a variable that is also written.
constexpr int kRankOfExchange = 3;

/// A lower rank is more telling: the host's tasks and other calls, atomics and volatile
/// reads, writes, reads, uses of shared memory, barriers, fences.
int rank_of(const LineUse& use) {
  switch (use.kind) {
    case StepKind::call:  // To create an object explains less than to use it.
      if (is_task(use)) return 0;
      return use.stream_name || use.device >= 0 ? 1 : 4;
    case StepKind::atomic:
      return 2;
    case StepKind::write:
      return is_in_shared_memory(use) ? 5 : kRankOfExchange;
    case StepKind::read:
      if (op_kind(use.op) != OpKind::read) return 2;
      return is_in_shared_memory(use) ? 6 : 4;
    case StepKind::barrier:
      return 7;
    case StepKind::fence:
      return 8;
  }
  return 9;
}

/// Whether the call makes one of the objects of which the message speaks.
bool makes_what_is_said(const LineUse& use, const About& about) {
  const OpKind kind = op_kind(use.op);
  return (about.has("events") && kind == OpKind::create_event) ||
         (about.has("buffers") && kind == OpKind::allocate);
}

std::set<std::string> variables_written(const std::vector<PlacedUse>& uses) {
  std::set<std::string> written;
  for (const PlacedUse& use : uses)
    if (use.use.kind == StepKind::write && !is_in_shared_memory(use.use))
      written.insert(use.variable);
  return written;
}

/// "block 1, thread 0", "2 threads of block 0", "thread 0 of each of 4 blocks", "8
/// threads of 4 blocks in 2 kernels"
std::string who_text(const LineUse& use) {
  if (use.threads == 1)
    return fmt::format("block {}, thread {}", block_text(use.block),
                       block_text(use.thread));
  if (use.blocks == 1)
    return fmt::format("{} threads of block {}", with_commas(use.threads),
                       block_text(use.block));
  const std::string blocks =
      counted(use.blocks, "block", "blocks") +
      (use.kernels > 1 ? fmt::format(" in {} kernels", use.kernels) : "");
  if (use.same_thread)
    return fmt::format("thread {} of each of {}", block_text(use.thread), blocks);
  return fmt::format("{} threads of {}", with_commas(use.threads), blocks);
}

/// The words for a written value: never "never written", even if it looks like new
/// memory.
std::string result_text(Value value) {
  if (is_of_new_memory(value)) value.kind = ValueKind::flags;
  return words_of(value);
}

/// Whether the operation returns what it found: atomicAdd and its like, and those of
/// cuda::atomic_ref, but no store.
bool returns_what_it_found(const std::string& op) {
  return (op.starts_with("atomic") && !contains(op, " ")) || contains(op, "fetch_") ||
         contains(op, "exchange");
}

/// " (thread 0: [0], [3], [6], ...)": which elements one of several threads used; "" if
/// each used one.
std::string share_text(const LineUse& use) {
  constexpr std::size_t kShown = 3;
  if (use.threads < 2 || use.own.size() < 2) return "";
  std::vector<std::string> elements;  // One may have several words.
  for (const Location& own : use.own) {
    if (!own.index) return "";
    std::string element = fmt::format("[{}]", *own.index);
    if (elements.empty() || elements.back() != element) elements.push_back(element);
  }
  if (elements.size() < 2) return "";
  if (elements.size() > kShown) elements[kShown] = "...";
  elements.resize(std::min(elements.size(), kShown + 1));
  return fmt::format(" (thread {}: {})", block_text(use.thread),
                     fmt::join(elements, ", "));
}

/// ", reads 0 each time", ", writes 1 to 130", ", 0 -> 1, 1 -> 2 (returns 0, 1)"
std::string values_text(const LineUse& use) {
  if (use.values.empty()) return "";
  const char* const verb = use.kind == StepKind::write ? "writes" : "reads";
  if (use.many_values)
    return fmt::format(", {} {} to {}", verb, words_of(use.values.front()),
                       words_of(use.values.back()));
  const bool are_changes = use.results.size() == use.values.size();
  std::vector<std::string> values;
  for (std::size_t i = 0; i < use.values.size(); ++i)
    values.push_back(words_of(use.values[i]) +
                     (are_changes ? " -> " + result_text(use.results[i]) : ""));
  constexpr std::size_t kChangesTold = 3;
  const bool are_many = are_changes && values.size() > kChangesTold;
  if (are_many) values.erase(values.begin() + 2, values.end() - 1);
  if (are_many) values[1] += ", ...";
  std::string text = fmt::format(
      ", {}{}{}", are_changes ? "" : std::string(verb) + " ", fmt::join(values, ", "),
      use.values.size() == 1 && use.times > 1 ? " each time" : "");
  if (!are_changes || are_many || !returns_what_it_found(use.op)) return text;
  for (std::size_t i = 0; i < use.values.size(); ++i)
    text += (i == 0 ? " (returns " : ", ") + words_of(use.values[i]);
  return text + ")";
}

std::string row_text(const PlacedUse& placed) {
  const LineUse& use = placed.use;
  std::string text = use.op + spaced(placed.memory) + values_text(use);
  if (use.host && !placed.stream.empty()) text += " in " + placed.stream;
  if (use.bytes > 0) text += ", " + bytes_text(use.bytes);
  if (use.device >= 0) text += fmt::format(" while device {} was current", use.device);
  if (!use.host) text += "; " + who_text(use) + share_text(use);
  if (use.times > std::max<std::uint64_t>(use.threads, 1))
    text += fmt::format(", {} times", with_commas(use.times));
  if (use.failed > 0)
    text += use.times == 1 ? ", which failed"
                           : fmt::format(", of which {} failed", with_commas(use.failed));
  return one_line(text);
}

bool does_the_same(const PlacedUse& one, const PlacedUse& other) {
  const auto key = [](const PlacedUse& of) {
    return std::tie(of.place.file, of.place.line, of.use.op, of.variable);
  };
  return key(one) == key(other) && !one.variable.empty();
}

/// Whether both uses also have the same threads, memory and values.
bool is_again(const PlacedUse& one, const PlacedUse& other) {
  const auto who = [](const LineUse& use) {
    return std::tie(use.kernels, use.blocks, use.threads, use.block, use.thread,
                    use.times);
  };
  return does_the_same(one, other) && who(one.use) == who(other.use) &&
         row_text(one) == row_text(other);
}

/// The uses to show, in their order.  Equal uses, such as two reads of one word in a
/// line, become one use, and their times add up.
std::vector<PlacedUse> added_up(const std::vector<PlacedUse>& uses,
                                const std::vector<const PlacedUse*>& shown) {
  std::vector<PlacedUse> sums;
  std::vector<const PlacedUse*> firsts;
  for (const PlacedUse& use : uses) {
    if (std::ranges::find(shown, &use) == shown.end()) continue;
    const auto known = std::ranges::find_if(
        firsts, [&](const auto* first) { return is_again(*first, use); });
    if (known == firsts.end()) {
      sums.push_back(use);
      firsts.push_back(&use);
    } else {
      sums[static_cast<std::size_t>(known - firsts.begin())].use.times += use.use.times;
    }
  }
  return sums;
}

/// How often the steps of a story show this operation at this place.
std::uint64_t times_told(std::string_view story, const std::string& place,
                         const std::string& op) {
  std::uint64_t times = 0;
  for (std::size_t at = story.find(place); at != story.npos; at = story.find(place, at)) {
    at += place.size();
    const std::size_t next = std::min(story.find_first_not_of(' ', at), story.size());
    std::string_view rest = story.substr(next);
    if (constexpr std::string_view kRacing = "racing "; rest.starts_with(kRacing))
      rest.remove_prefix(kRacing.size());
    times += next > at && rest.starts_with(op);
  }
  return times;
}

}  // namespace

std::string uses_text(const Look& look, int indent, const std::string& title,
                      const std::vector<PlacedUse>& uses,
                      const std::string& submission_name, std::size_t rows_max,
                      const About& about, std::string_view story) {
  const std::set<std::string> written = variables_written(uses);
  // "masks" is the name of report.masks[1], too.
  const auto rank = [&](const PlacedUse* use) {
    const std::string& variable = use->variable;
    const bool is_said =
        about.has(last_name(variable)) || makes_what_is_said(use->use, about);
    const bool takes_over = use->use.kind == StepKind::read && written.contains(variable);
    return std::pair(!is_said, takes_over ? std::min(rank_of(use->use), kRankOfExchange)
                                          : rank_of(use->use));
  };
  std::vector<const PlacedUse*> shown;
  for (const PlacedUse& use : uses) shown.push_back(&use);
  std::ranges::stable_sort(shown, {}, rank);
  if (shown.size() > rows_max) {
    const auto cut = shown.begin() + static_cast<std::ptrdiff_t>(rows_max);
    // If a line uses two elements of a variable alike, both uses are shown.
    const auto is_besides = [&](const PlacedUse* use) {
      return std::any_of(shown.begin(), cut, [&](const PlacedUse* other) {
        return does_the_same(*use, *other);
      });
    };
    shown.erase(std::stable_partition(cut, shown.end(), is_besides), shown.end());
    shown.resize(std::min(shown.size(), rows_max + 1));
  }
  std::vector<std::pair<std::string, std::string>> rows;  // Places and texts.
  int width = 0;
  for (const PlacedUse& use : added_up(uses, shown)) {
    std::pair row(use.place.file == submission_name
                      ? fmt::format("line {}", use.place.line)
                      : one_line(fmt::format("{}:{}", use.place.file, use.place.line)),
                  row_text(use));
    // Show equal rows once: a line may have two calls, or two copies of its code.
    if (std::ranges::find(rows, row) != rows.end()) continue;
    if (times_told(story, row.first, use.use.op) >= use.use.times) continue;
    width = std::max(width, width_of(row.first));
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return "";
  const bool are_all = shown.size() == uses.size();
  std::string text = wrap(look, indent, title + (are_all ? ":" : " (the most telling):"));
  for (const auto& [place, row] : rows)
    text += wrap(look, indent + width + 2, pad(place, width) + "  " + row, indent);
  return text;
}

std::vector<PlacedUse> changes_of_awaited(const std::vector<PlacedUse>& uses,
                                          const PlacedFinding& hang) {
  std::set<std::string> awaited;
  for (const PlacedAccess& access : hang.accesses)
    if (!access.variable.empty()) awaited.insert(access.variable);
  std::vector<PlacedUse> changes;
  for (const PlacedUse& use : uses) {
    const bool changes_it =
        use.use.kind == StepKind::write || use.use.kind == StepKind::atomic;
    const bool in_vain =
        (use.use.times > 0 && use.use.failed == use.use.times) ||
        (!use.use.values.empty() && std::ranges::equal(use.use.values, use.use.results,
                                                       {}, &Value::bits, &Value::bits));
    if (changes_it && !in_vain && awaited.contains(use.variable)) changes.push_back(use);
  }
  // The story shows the changes of the awaited words.
  const auto is_awaited = [&](const PlacedUse& use) {
    return std::ranges::any_of(
        hang.accesses, [&](const auto& access) { return access.location == use.memory; });
  };
  if (std::ranges::all_of(changes, is_awaited)) changes.clear();
  return changes;
}

}  // namespace gridlock
