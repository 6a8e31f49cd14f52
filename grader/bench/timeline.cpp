#include "bench/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "common/text.h"

namespace gridlock {
namespace {

constexpr const char* kVectors[] = {"lane", "begin", "end", "phase"};

/// The reason why the four vectors do not fit together; "" if they do.
std::string what_is_missing(const Outputs& outputs) {
  std::size_t length = 0;
  for (const char* name : kVectors) {
    const auto found = outputs.find(name);
    if (found == outputs.end() || found->second.empty())
      return fmt::format("its timeline has no \"{}\"", name);
    if (name == kVectors[0]) length = found->second.size();
    if (found->second.size() != length)
      return fmt::format("its timeline has {} lanes, and {} of \"{}\"", length,
                         found->second.size(), name);
  }
  return "";
}

}  // namespace

TimelineNames parse_timeline_names(const std::string& line) {
  TimelineNames names;
  const std::size_t semicolon = line.find(';');
  names.lane = trim(std::string_view(line).substr(0, semicolon));
  if (semicolon != line.npos) names.phases = split_list(line.substr(semicolon + 1));
  const bool nameless = std::ranges::any_of(
      names.phases, [](const std::string& phase) { return phase.empty(); });
  if (names.lane.empty() || names.phases.empty() || nameless)
    throw std::runtime_error(fmt::format(
        "\"// timeline: {}\" should be \"// timeline: LANE NAME; PHASE, PHASE\"", line));
  return names;
}

Timeline timeline_of(const std::string& contestant, const Outputs& outputs,
                     const TimelineNames& names) {
  Timeline timeline{contestant, {}, what_is_missing(outputs)};
  if (!timeline.failure.empty()) return timeline;
  const auto& lane = outputs.at("lane");
  const auto& begin = outputs.at("begin");
  const auto& end = outputs.at("end");
  const auto& phase = outputs.at("phase");
  const std::int64_t earliest = *std::ranges::min_element(begin);
  for (std::size_t i = 0; i < lane.size(); ++i) {
    const bool named =
        phase[i] >= 0 && phase[i] < static_cast<std::int64_t>(names.phases.size());
    if (!named || end[i] < begin[i])
      return {contestant,
              {},
              fmt::format("its timeline has phase {} from {} to {}", phase[i],
                          begin[i] - earliest, end[i] - earliest)};
    timeline.spans.push_back({lane[i], begin[i] - earliest, end[i] - earliest,
                              static_cast<std::size_t>(phase[i])});
  }
  return timeline;
}

SampleTable timeline_samples(const std::vector<Timeline>& timelines,
                             const TimelineNames& names, const std::string& bench,
                             BenchEnvironment environment) {
  SampleTable table;
  table.bench = bench;
  table.environment = std::move(environment);
  table.environment.emplace_back("lane", names.lane);
  std::string phases;
  for (const std::string& phase : names.phases)
    phases += (phases.empty() ? "" : ", ") + phase;
  table.environment.emplace_back("phases", phases);
  table.columns = {"contestant", "lane", "begin_ns", "end_ns", "phase"};
  for (const Timeline& timeline : timelines) {
    if (!timeline.failure.empty()) {
      table.environment.emplace_back("no timeline",
                                     timeline.contestant + ": " + timeline.failure);
      continue;
    }
    for (const TimelineSpan& span : timeline.spans)
      table.rows.push_back({timeline.contestant, std::to_string(span.lane),
                            std::to_string(span.begin), std::to_string(span.end),
                            names.phases[span.phase]});
  }
  return table;
}

}  // namespace gridlock
