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

constexpr std::size_t kFirstMax = 12;    ///< Single changes before sets of them.
constexpr std::size_t kSinglesMax = 40;  ///< Single changes in all.
constexpr std::size_t kHalfwayMax = 2;   ///< Changes that may be the first of two.
constexpr std::size_t kSecondMax = 12;   ///< Second changes that are tried with each.
constexpr int kFurtherMax = 2;           ///< Cures of what fails still, with the first.
constexpr std::size_t kFurtherSinglesMax = 12;
constexpr std::ptrdiff_t kVolatileMax = 2;
constexpr std::size_t kSetMax = 200;  ///< Reinforcements that are tried together.

/// Whether the two fail in the same lines.
bool race_alike(const Symptom& one, const Symptom& other) {
  const auto racing = [](const Symptom& symptom) {
    return std::set<int>(
        symptom.lines.begin(),
        symptom.lines.begin() + static_cast<std::ptrdiff_t>(symptom.racing));
  };
  return racing(one) == racing(other);
}

/// The changes of `after` that do not change what one change has made of `before`: the
/// reader does not have that text.  What lies between several changes is the reader's
/// own.
template <class Change>
std::vector<Change> beside_change(std::vector<Change> changes, const std::string& before,
                                  const std::string& after) {
  constexpr std::size_t kOneChange = 100;
  const TextEdit change = edit_between(before, after);
  if (change.text.size() > kOneChange) return changes;
  std::erase_if(changes, [&](const Change& each) {
    return std::any_of(each.edits.begin(), each.edits.end(), [&](const TextEdit& edit) {
      return edit.offset > change.offset &&
             edit.offset < change.offset + change.text.size();
    });
  });
  return changes;
}

/// A change that cures, and what the lab's checks then show.
struct Found {
  Changed changed;
  CuredLab lab;
};

/// Tries changes of a text until one makes a check pass.
class Hunt {
 public:
  /// \param base the text, and the changes that are in it
  /// \param before what the lab's checks show with them
  Hunt(Trials& trials, Changed base, OpenCheck check, LabOutcome before)
      : trials_(trials),
        base_(std::move(base)),
        check_(std::move(check)),
        before_(std::move(before)) {}

  /// \param singles_max how many changes are tried one by one
  std::optional<Found> run(std::size_t singles_max) {
    const Symptom& symptom = check_.symptom;
    const Scene scene(base_.text, symptom, line_name());
    const auto singles =
        beside_change(candidates_for(scene), trials_.original(), base_.text);
    const std::size_t first = std::min(kFirstMax, singles_max);
    if (auto found = try_singles(base_, singles, symptom, 0, first)) return found;
    if (auto found = try_sets(symptom)) return found;
    if (auto found = try_singles(base_, singles, symptom, first, singles_max))
      return found;
    for (const auto& [half, next] : std::exchange(halfway_, {})) {
      const Scene after(half.text, next, line_name());
      const auto second = beside_change(candidates_for(after), base_.text, half.text);
      if (auto found = try_singles(half, second, next, 0, kSecondMax)) return found;
    }
    return {};
  }

 private:
  LineName line_name() const {
    return [this](int line) { return trials_.line_name(line); };
  }

  /// With less of a fence, if that is enough.
  std::optional<Found> verified(const Changed& changed) const {
    const auto tighter = tighter_fences(base_.text, changed.text, changed.words,
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

  static Changed with(const Changed& base, const Candidate& candidate) {
    return {edited(base.text, candidate.edits),
            base.words + (base.words.empty() ? "" : ", and ") + candidate.words,
            base.host_waits || candidate.host_waits};
  }

  std::optional<Found> try_singles(const Changed& base,
                                   const std::vector<Candidate>& candidates,
                                   const Symptom& symptom, std::size_t from,
                                   std::size_t to) {
    to = std::min(to, candidates.size());
    for (std::size_t begin = from; begin < to; begin += trials_.jobs()) {
      std::vector<Changed> changed;
      for (std::size_t i = begin; i < std::min<std::size_t>(to, begin + trials_.jobs());
           ++i)
        changed.push_back(with(base, candidates[i]));
      const auto results = trials_.run(check_.title, changed);
      for (std::size_t i = 0; i < changed.size(); ++i) {
        if (results[i].passes)
          if (auto found = verified(changed[i])) return found;
        const Symptom& next = results[i].symptom;
        if (next.lines.empty() || symptom.lines.empty()) continue;
        if (!race_alike(next, symptom) && halfway_.size() < kHalfwayMax)
          halfway_.emplace_back(changed[i], next);
      }
    }
    return {};
  }

  /// All that could be stronger at once, or without the kinds that may do harm; what
  /// suffices is then made as small as can be.  If the failure shows elsewhere then, that
  /// is made stronger, too.
  std::optional<Found> try_sets(Symptom symptom) {
    constexpr int kRoundsMax = 3;
    for (int round = 0; round < kRoundsMax; ++round) {
      const auto sets = sets_for(symptom);
      std::vector<Changed> changed;
      for (const auto& set : sets) changed.push_back(with(base_, combined(set)));
      const auto results = trials_.run(check_.title, changed);
      for (std::size_t i = 0; i < sets.size(); ++i)
        if (results[i].passes)
          if (const auto change = smallest(sets[i]))
            if (auto found = verified(*change)) return found;
      std::size_t known = symptom.lines.size();
      for (const TrialResult& result : results)
        for (const int line : result.symptom.lines)
          if (std::find(symptom.lines.begin(), symptom.lines.end(), line) ==
              symptom.lines.end())
            symptom.lines.push_back(line);
      if (symptom.lines.size() == known) break;
    }
    return {};
  }

  std::vector<std::vector<Reinforcement>> sets_for(const Symptom& symptom) const {
    const Scene scene(base_.text, symptom, line_name());
    auto reinforcements =
        beside_change(reinforcements_for(scene), trials_.original(), base_.text);
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

  /// What is left of a set that makes the check pass if nothing more can be left out;
  /// nothing if that is volatile in more places than a signal's two ends, which hides
  /// that threads share what they should not.
  std::optional<Changed> smallest(const std::vector<Reinforcement>& set) {
    const auto change_of = [&](const std::vector<std::size_t>& numbers) {
      std::vector<Reinforcement> parts;
      for (const std::size_t number : numbers) parts.push_back(set[number]);
      return parts.empty() ? base_ : with(base_, combined(parts));
    };
    const auto suffice = [&](const std::vector<std::vector<std::size_t>>& parts) {
      std::vector<Changed> changed;
      std::transform(parts.begin(), parts.end(), std::back_inserter(changed), change_of);
      std::vector<bool> passed;
      for (const TrialResult& each : trials_.run(check_.title, changed))
        passed.push_back(each.passes);
      return passed;
    };
    const std::vector<std::size_t> needed =
        minimal_set(set.size(), trials_.jobs(), suffice);
    const auto volatiles =
        std::count_if(needed.begin(), needed.end(), [&](std::size_t number) {
          return set[number].kind == ReinforcementKind::volatility;
        });
    if (volatiles > kVolatileMax) return std::nullopt;
    return change_of(needed);
  }

  Trials& trials_;
  const Changed base_;
  const OpenCheck check_;
  const LabOutcome before_;
  /// The first changes after which the check fails in other lines.
  std::vector<std::pair<Changed, Symptom>> halfway_;
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
    found = Hunt(trials, {source.text(), "", false}, first, outcome_of(result))
                .run(kSinglesMax);
    // The same fault may stand in more than one place.
    for (int more = 0; found && !found->lab.open.empty() && more < kFurtherMax; ++more) {
      const OpenCheck next = found->lab.open.front();
      auto further =
          Hunt(trials, found->changed, next, found->lab.outcome).run(kFurtherSinglesMax);
      if (!further) break;
      found = std::move(further);
    }
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
                 found->lab.outcome.passed.size(),
                 found->lab.outcome.passed.size() + found->lab.outcome.failed};
}

}  // namespace gridlock
