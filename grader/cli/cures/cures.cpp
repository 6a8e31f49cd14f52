#include "cli/cures/cures.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "checker/interrupt.h"
#include "cli/cures/curable.h"
#include "cli/cures/trials.h"
#include "cure/candidates.h"
#include "cure/minimal_set.h"
#include "cure/reinforcements.h"
#include "cure/tighter_fence.h"
#include "report/failure_text.h"

namespace gridlock {
namespace {

constexpr std::size_t kFirstMax = 12;    ///< Single changes to try before sets of them.
constexpr std::size_t kSinglesMax = 40;  ///< Single changes in all.
constexpr std::size_t kPartsMax = 2;     ///< A change of more parts is no hint.
constexpr std::ptrdiff_t kVolatileMax = 2;
constexpr std::size_t kSetMax = 200;  ///< Reinforcements that are tried together.

/// Number of lines of the text that the edits change.
std::size_t lines_of(const std::vector<TextEdit>& edits, const std::string& text) {
  std::set<std::ptrdiff_t> lines;
  for (const TextEdit& each : edits) {
    const auto begin = text.begin();
    lines.insert(
        std::count(begin, begin + static_cast<std::ptrdiff_t>(each.offset), '\n'));
  }
  return lines.size();
}

/// Drops changes of too many lines, and of functions in which the failure does not show.
template <class Change>
std::vector<Change> local(std::vector<Change> changes, const Scene& scene) {
  const auto& text = scene.statements().text();
  const auto is_local = [&](const TextEdit& edit) {
    return std::any_of(
        scene.suspects().begin(), scene.suspects().end(), [&](const Suspect& each) {
          const auto& tokens = scene.tokens();
          return each.begin < each.end && tokens[each.begin].offset <= edit.offset &&
                 edit.offset <= tokens[each.end - 1].end();
        });
  };
  std::erase_if(changes, [&](const Change& each) {
    return !std::all_of(each.edits.begin(), each.edits.end(), is_local) ||
           lines_of(each.edits, text) > kPartsMax || edited(text, each.edits) == text;
  });
  return changes;
}

/// A change that cures, and the results of the lab's checks with it.
struct Found {
  Changed changed;
  LabOutcome lab;
};

/// Tries changes of a text until one makes a check pass.
class Hunt {
 public:
  /// \param before results of the lab's checks without a change
  Hunt(Trials& trials, OpenCheck check, LabOutcome before)
      : trials_(trials), check_(std::move(check)), before_(std::move(before)) {}

  std::optional<Found> run() {
    const Scene scene(trials_.original(), check_.symptom, line_name());
    const auto singles = local(candidates_for(scene), scene);
    if (auto found = try_singles(singles, 0, kFirstMax)) return found;
    if (auto found = try_sets(scene)) return found;
    return try_singles(singles, kFirstMax, kSinglesMax);
  }

 private:
  LineName line_name() const {
    return [this](int line) { return trials_.line_name(line); };
  }

  /// The change if it cures, with a weaker fence if one suffices.
  std::optional<Found> verified(const Changed& changed) const {
    const auto tighter = tighter_fences(trials_.original(), changed.text, changed.words,
                                        check_.symptom, line_name());
    for (const TighterFence& each : tighter)
      if (auto found = judged({each.text, each.words, changed.host_waits})) return found;
    return judged(changed);
  }

  std::optional<Found> judged(const Changed& changed) const {
    auto lab = trials_.cured(check_.title, changed, before_);
    if (!lab) return {};
    return Found{changed, std::move(*lab)};
  }

  Changed with(const Candidate& candidate) const {
    return {edited(trials_.original(), candidate.edits), candidate.words,
            candidate.host_waits};
  }

  std::optional<Found> try_singles(const std::vector<Candidate>& candidates,
                                   std::size_t from, std::size_t to) {
    to = std::min(to, candidates.size());
    for (std::size_t begin = from; begin < to; begin += trials_.jobs()) {
      std::vector<Changed> changed;
      for (std::size_t i = begin; i < std::min<std::size_t>(to, begin + trials_.jobs());
           ++i)
        changed.push_back(with(candidates[i]));
      const auto passes = trials_.run(check_.title, changed);
      for (std::size_t i = 0; i < changed.size(); ++i)
        if (passes[i])
          if (auto found = verified(changed[i])) return found;
    }
    return {};
  }

  /// Tries all reinforcements at once, or all but the kinds that may do harm, and then
  /// minimizes a set that suffices.
  std::optional<Found> try_sets(const Scene& scene) {
    const auto sets = sets_for(scene);
    std::vector<Changed> changed;
    for (const auto& set : sets) changed.push_back(with(combined(set)));
    const auto passes = trials_.run(check_.title, changed);
    for (std::size_t i = 0; i < sets.size(); ++i)
      if (passes[i])
        if (const auto change = smallest(sets[i]))
          if (auto found = verified(*change)) return found;
    return {};
  }

  static std::vector<std::vector<Reinforcement>> sets_for(const Scene& scene) {
    auto reinforcements = local(reinforcements_for(scene), scene);
    if (reinforcements.size() > kSetMax) reinforcements.resize(kSetMax);
    using Kind = ReinforcementKind;
    const std::vector<std::set<Kind>> without = {
        {Kind::barrier}, {}, {Kind::barrier, Kind::volatility}, {Kind::volatility}};
    std::vector<std::vector<Reinforcement>> sets;
    std::set<std::size_t> sizes;
    for (const auto& kinds : without) {
      std::vector<Reinforcement> set;
      for (const Reinforcement& each : reinforcements)
        if (!kinds.contains(each.kind)) set.push_back(each);
      if (!set.empty() && sizes.insert(set.size()).second) sets.push_back(std::move(set));
    }
    return sets;
  }

  /// A minimal part of a set that makes the check pass.  Nothing if it is too large for a
  /// hint, or adds volatile in more places than the two ends of a signal: that would hide
  /// wrong sharing.
  std::optional<Changed> smallest(const std::vector<Reinforcement>& set) {
    const auto change_of = [&](const std::vector<std::size_t>& numbers) {
      std::vector<Reinforcement> parts;
      for (const std::size_t number : numbers) parts.push_back(set[number]);
      return parts.empty() ? Changed{trials_.original(), "", false}
                           : with(combined(parts));
    };
    const auto suffice = [&](const std::vector<std::vector<std::size_t>>& parts) {
      std::vector<Changed> changed;
      std::transform(parts.begin(), parts.end(), std::back_inserter(changed), change_of);
      return trials_.run(check_.title, changed);
    };
    const std::vector<std::size_t> needed =
        minimal_set(set.size(), trials_.jobs(), suffice);
    const auto volatiles =
        std::count_if(needed.begin(), needed.end(), [&](std::size_t number) {
          return set[number].kind == ReinforcementKind::volatility;
        });
    if (needed.size() > kPartsMax || volatiles > kVolatileMax) return std::nullopt;
    return change_of(needed);
  }

  Trials& trials_;
  const OpenCheck check_;
  const LabOutcome before_;
};

}  // namespace

std::string text_to_cure(const Lab& lab, const std::filesystem::path& submission) {
  return CureSource(lab, submission).text();
}

void look_for_cure(const CureSearch& search, const CheckResult& check,
                   LabResult& result) {
  const CureSource source(search.lab, result.submission);
  Trials trials(search, source);
  const OpenCheck first{check.title, source.symptom_of(*unordered_run(check))};
  std::optional<Found> found;
  try {
    found = Hunt(trials, first, outcome_of(result)).run();
  } catch (const OutOfTime&) {
    result.cures_cut_short = fmt::format("after {} s", search.limit.count());
  } catch (const Interrupted&) {
    result.cures_cut_short = "because you interrupted it";
  }
  result.cures_tried = trials.count();
  if (!found) return;
  const std::string& before = source.text();
  TextEdit edit = edit_between(before, found->changed.text);
  const auto line =
      1 + std::count(before.begin(),
                     before.begin() + static_cast<std::ptrdiff_t>(edit.offset), '\n');
  result.cure = {check.title,
                 std::move(found->changed.words),
                 static_cast<int>(line),
                 edit.offset,
                 edit.length,
                 std::move(edit.text),
                 found->lab.passed.size(),
                 found->lab.passed.size() + found->lab.failed};
}

}  // namespace gridlock
