#include "report/finding_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "common/text.h"
#include "wording/values.h"

namespace gridlock {
namespace {

/// The most accesses that are listed one by one.
constexpr std::size_t kAccessesMax = 8;
/// Longer names of memory are cut, so that a table keeps its columns.
constexpr int kLocationColumnsMax = 36;

/// The name of a piece of memory in a table.  If it is cut, it keeps its index.
std::string short_location(const std::string& location) {
  const std::size_t index = std::min(location.rfind('['), location.size());
  const int tail = width_of(location.substr(index));
  if (width_of(location) <= kLocationColumnsMax || tail > kLocationColumnsMax / 2)
    return shorten(location, kLocationColumnsMax);
  return shorten(location.substr(0, index), kLocationColumnsMax - tail) +
         location.substr(index);
}

/// "write partial[3], reads 4"
std::string what(const PlacedAccess& placed) {
  std::string text = one_line(placed.access.op);
  if (!placed.location.empty())
    text.append(" ").append(short_location(one_line(placed.location)));
  if (!placed.note.empty()) text.append(", ").append(one_line(placed.note));
  return text;
}

bool are_of_several_kernels(const std::vector<PlacedAccess>& accesses) {
  std::set<std::uint64_t> kernels;
  for (const PlacedAccess& access : accesses)
    if (!access.access.host) kernels.insert(access.access.kernel);
  return kernels.size() > 1;
}

/// Accesses that differ only in their threads.  Loops that wait may also differ in the
/// words that they wait for, which a hang's message names.
struct Group {
  const PlacedAccess* first;
  std::size_t count;
};

std::vector<Group> grouped(const std::vector<PlacedAccess>& accesses) {
  std::vector<Group> groups;
  for (const PlacedAccess& access : accesses) {
    const auto same = [&](const Group& group) {
      const Access& first = group.first->access;
      const bool both_spin =
          op_kind(first.op) == OpKind::spin && op_kind(access.access.op) == OpKind::spin;
      return first.pc == access.access.pc && first.pc != 0 &&
             (both_spin || what(*group.first) == what(access));
    };
    const auto found = std::ranges::find_if(groups, same);
    if (found != groups.end() && accesses.size() > 2)
      ++found->count;
    else
      groups.push_back({&access, 1});
  }
  return groups;
}

/// One row.  A line that is too long is cut, since the file shows the whole line.
std::string one_row(const Look& look, int indent, std::string_view line) {
  return fmt::format("{:{}}{}\n", "", indent, shorten(line, look.columns - indent));
}

/// One line per access, followed by its source text, or with the text below it if the
/// line has no room.  A text that two accesses share is shown once.
std::string accesses_text(const Look& look, int indent,
                          const std::vector<PlacedAccess>& accesses) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> sources;
  const auto groups = grouped(accesses);
  const bool name_kernel = are_of_several_kernels(accesses);
  for (std::size_t i = 0; i < std::min(groups.size(), kAccessesMax); ++i) {
    const PlacedAccess& access = *groups[i].first;
    std::string actors = actor_of(access.access, name_kernel, access.stream);
    if (groups[i].count > 1) actors += fmt::format(" and {} more", groups[i].count - 1);
    rows.push_back({what(access), "by " + actors, where(access.place)});
    sources.push_back(one_line(access.place.text));
  }
  // A place that would be cut goes below, with its source text.
  const Look boundless{.columns = std::numeric_limits<int>::max()};
  const auto move_last_column_down = [&](std::string_view between) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!sources[i].empty()) sources[i].insert(0, between);
      sources[i].insert(0, rows[i].back());
      rows[i].pop_back();
    }
  };
  const auto is_too_wide = [&] {
    const std::string all = table(boundless, indent, rows);
    const auto lines = split_lines(all);
    return std::ranges::any_of(
        lines, [&](std::string_view line) { return width_of(line) > look.columns; });
  };
  bool fits = !is_too_wide();
  if (!fits) move_last_column_down("  ");
  if (is_too_wide()) move_last_column_down("\n");
  const std::string plain = table(look, indent, rows);
  const auto lines = split_lines(plain);
  int width = 0;
  for (const std::string_view line : lines) width = std::max(width, width_of(line));
  for (const std::string& source : sources)
    fits &= width + 2 + width_of(source) <= look.columns;
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (fits && !sources[i].empty())
      text += fmt::format("{}  {}\n", pad(lines[i], width), sources[i]);
    else
      text.append(lines[i]).append("\n");
    if (fits || (i + 1 < lines.size() && sources[i] == sources[i + 1])) continue;
    for (const std::string_view line : split_lines(sources[i]))
      text += one_row(look, indent + 4, line);
  }
  if (groups.size() > kAccessesMax)
    text +=
        fmt::format("{:{}}... and {} more\n", "", indent, groups.size() - kAccessesMax);
  return text;
}

}  // namespace

std::string actor_of(const Access& access, bool name_kernel, const std::string& stream) {
  if (access.stream >= 0)
    return stream.empty() ? fmt::format("stream {}", access.stream) : one_line(stream);
  if (access.host) return "the host";
  const std::string thread = fmt::format("block {}, thread {}", block_text(access.block),
                                         block_text(access.thread));
  const std::string kernel = name_kernel ? fmt::format("kernel {}, ", access.kernel) : "";
  if (access.device == 0) return kernel + thread;
  return fmt::format("device {}, {}{}", access.device, kernel, thread);
}

std::string where(const SourceLine& place) {
  if (place.line == 0) return {};
  return fmt::format("{}:{}", one_line(place.file), place.line);
}

std::string missing_text(const Look& look, int indent, std::string_view sentence) {
  return paint(look, Tone::warn,
               wrap(look, indent + 3, "=> " + one_line(sentence), indent));
}

std::string finding_text(const Look& look, int indent, const PlacedFinding& finding) {
  std::string text;
  if (!finding.accesses.empty()) text += accesses_text(look, indent, finding.accesses);
  if (!finding.missing.empty()) text += missing_text(look, indent, finding.missing);
  constexpr std::size_t kNamedShown = 2;
  for (std::size_t i = 0; i < std::min(finding.named.size(), kNamedShown); ++i)
    text += one_row(
        look, indent + 4,
        fmt::format("{}  {}", where(finding.named[i]), one_line(finding.named[i].text)));
  return text;
}

std::string places_of(const PlacedFinding& finding) {
  std::vector<std::string> places;
  for (const PlacedAccess& access : finding.accesses) {
    const std::string place = where(access.place);
    if (!place.empty() && std::ranges::find(places, place) == places.end())
      places.push_back(place);
  }
  std::string text;
  for (std::size_t i = 0; i < places.size(); ++i)
    text.append(i == 0 ? "" : i + 1 < places.size() ? ", " : " and ").append(places[i]);
  return text;
}

std::string advice_title(const Look& look, int indent, const PlacedFinding& advice) {
  std::string place;
  for (const PlacedAccess& access : advice.accesses)
    if (place.empty()) place = where(access.place);
  return fmt::format("{:{}}{}{}\n", "", indent,
                     paint(look, Tone::warn, one_line(advice.kind)),
                     place.empty() ? "" : "  " + place);
}

std::string advice_text(const Look& look, int indent, const PlacedFinding& advice) {
  std::string text = advice_title(look, indent, advice);
  text += wrap(look, indent + 2, one_line(advice.message));
  if (!advice.missing.empty()) text += wrap(look, indent + 2, one_line(advice.missing));
  return text;
}

std::string docs_link(const std::filesystem::path& root, const std::string& kind) {
  std::error_code error;
  if (!std::filesystem::exists(root / "docs/verdicts.md", error)) return {};
  return "docs/verdicts.md#" + kind;
}

}  // namespace gridlock
