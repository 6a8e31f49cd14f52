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

namespace gridlock {
namespace {

constexpr std::size_t kTrialsMax = 40;
constexpr std::size_t kLinesMax = 2;  ///< A change of more lines is no hint.

std::size_t lines_of(const std::vector<TextEdit>& edits, const std::string& text) {
  std::set<std::ptrdiff_t> lines;
  for (const TextEdit& each : edits) {
    const auto begin = text.begin();
    lines.insert(
        std::count(begin, begin + static_cast<std::ptrdiff_t>(each.offset), '\n'));
  }
  return lines.size();
}

/// Drops changes of too many lines, of functions in which the failure does not show, and
/// those that leave the text as it was.
std::vector<Candidate> local(std::vector<Candidate> changes, const Scene& scene) {
  const auto& text = scene.statements().text();
  const auto is_local = [&](const TextEdit& edit) {
    return std::ranges::any_of(scene.suspects(), [&](const Suspect& each) {
      const auto& tokens = scene.tokens();
      return each.begin < each.end && tokens[each.begin].offset <= edit.offset &&
             edit.offset <= tokens[each.end - 1].end();
    });
  };
  std::erase_if(changes, [&](const Candidate& each) {
    return !std::ranges::all_of(each.edits, is_local) ||
           lines_of(each.edits, text) > kLinesMax || edited(text, each.edits) == text;
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
    const auto candidates = local(candidates_for(scene), scene);
    const std::size_t count = std::min(candidates.size(), kTrialsMax);
    for (std::size_t begin = 0; begin < count; begin += trials_.jobs()) {
      std::vector<Changed> changed;
      for (std::size_t i = begin;
           i < std::min<std::size_t>(count, begin + trials_.jobs()); ++i)
        changed.push_back(
            {edited(trials_.original(), candidates[i].edits), candidates[i].words});
      const auto passes = trials_.run(check_.title, changed);
      for (std::size_t i = 0; i < changed.size(); ++i)
        if (passes[i])
          if (auto found = verified(changed[i])) return found;
    }
    return {};
  }

 private:
  LineName line_name() const {
    return [this](int line) { return trials_.line_name(line); };
  }

  /// The change, with a weaker fence if that is also a cure; nothing if it is no cure.
  std::optional<Found> verified(const Changed& changed) const {
    const auto tighter = tighter_fences(trials_.original(), changed.text, changed.words,
                                        check_.symptom, line_name());
    for (const TighterFence& each : tighter)
      if (auto found = judged({each.text, each.words})) return found;
    return judged(changed);
  }

  std::optional<Found> judged(const Changed& changed) const {
    auto lab = trials_.cured(check_.title, changed, before_);
    if (!lab) return {};
    return Found{changed, std::move(*lab)};
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
