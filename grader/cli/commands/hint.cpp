// gridlock hint: from a nudge to nearly the answer, one level at a time.
#include "cli/commands/hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "cli/command.h"
#include "cli/loop/progress.h"
#include "common/text.h"

namespace gridlock {
namespace {

bool is_number(const std::string& word) {
  return !word.empty() &&
         std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c); });
}

/// The lab, then the part and the number in any order, either of which may be empty.
using Words = std::array<std::string, 3>;

void show_hint(const Words& words, const Environment& env) {
  const auto labs = find_labs(env.root);
  const Lab& lab = find_lab(labs, words.front());
  std::string part;
  std::size_t level = 0;
  bool named = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (is_number(words[i])) {
      level = std::stoul(words[i].substr(0, 4));
      named = true;
    } else if (!words[i].empty()) {
      part = words[i];
    }
  }
  const Hint& hint = hint_for(lab, part, env.state_dir);
  if (!named) level = next_level(lab, hint, env.state_dir);
  if (level < 1 || level > hint.levels.size())
    throw UsageError(fmt::format("Part {} has hints of levels 1 to {}.", hint.part,
                                 hint.levels.size()));
  std::fputs(hint_text(look_of_stdout(), lab, hint, level).c_str(), stdout);
  note_hint(env.state_dir, lab.id, hint.part, level);
  if (level == hint.levels.size())
    fmt::print(
        "\nThis is the last hint for this part.  From the first again: ./gridlock hint {} "
        "{} 1\n",
        lab.number, hint.part);
  else
    fmt::print("\nThe next is hint {} of {}: ./gridlock hint {}{}\n", level + 1,
               hint.levels.size(), lab.number,
               &hint == &hint_for(lab, "", env.state_dir) ? "" : " " + hint.part);
}

}  // namespace

const Hint& hint_for(const Lab& lab, const std::string& part,
                     const std::filesystem::path& state_dir) {
  std::string known;
  for (const Hint& hint : lab.hints) {
    if (hint.part == part) return hint;
    known += (known.empty() ? "" : ", ") + hint.part;
  }
  if (lab.hints.empty()) throw UsageError(fmt::format("{} has no hints.", lab.id));
  if (!part.empty())
    throw UsageError(
        fmt::format("{} has no part \"{}\"; it has {}.", lab.id, part, known));
  const auto progress = load_progress(state_dir, lab.id);
  for (const Hint& hint : lab.hints)
    if (!progress || !progress->part_done.contains(hint.part) ||
        !progress->part_done.at(hint.part))
      return hint;
  return lab.hints.front();
}

std::size_t next_level(const Lab& lab, const Hint& hint,
                       const std::filesystem::path& state_dir) {
  return std::min(last_hint(state_dir, lab.id, hint.part) + 1, hint.levels.size());
}

std::string hint_text(const Look& look, const Lab& lab, const Hint& hint,
                      std::size_t level) {
  std::string title =
      fmt::format("Part {}, hint {} of {}", hint.part, level, hint.levels.size());
  for (const LabPart& known : lab.parts)
    if (known.id == hint.part) title += ": " + known.title;
  return fmt::format("{}\n\n{}\n", paint(look, Tone::strong, title),
                     trim(hint.levels[level - 1]));
}

void add_hint(CLI::App& app, const Environment& environment, int&) {
  CLI::App* command =
      app.add_subcommand("hint", "Show a hint; each further call says more");
  const auto words = std::make_shared<Words>();
  command->add_option("LAB", (*words)[0], "For example: 1")->required();
  command->add_option("PART", (*words)[1], "For example: 1b; else the next one");
  command->add_option("N", (*words)[2], "Which hint of the part; else the next one");
  command->callback([words, &environment] { show_hint(*words, environment); });
}

}  // namespace gridlock
