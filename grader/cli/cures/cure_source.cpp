#include "cli/cures/cure_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/files.h"

namespace gridlock {
namespace {

constexpr std::size_t kSourceMax = 1 << 20;

void add_suspect(Symptom& symptom, std::optional<int> line) {
  auto& lines = symptom.lines;
  if (line && std::ranges::find(lines, *line) == lines.end()) lines.push_back(*line);
}

void note_needs(Symptom& symptom, const Needs& needs) {
  symptom.lacks_barrier = needs.block_barrier;
  symptom.within_block = needs.block_fence;
  symptom.lacks_system = needs.system_scope;
}

/// Whether the racing accesses share data, not a flag: both are ordinary accesses to
/// array elements, in one line or by threads that a barrier of their block should
/// separate.
bool share_data(const std::vector<const PlacedAccess*>& racing, const CheckRun& run) {
  if (racing.size() != 2) return false;
  const auto is_of_array = [](const PlacedAccess* placed) {
    const OpKind kind = op_kind(placed->access.op);
    return (kind == OpKind::read || kind == OpKind::write) &&
           placed->access.location.index;
  };
  const auto [one, other] = std::pair(racing[0], racing[1]);
  const bool in_one_line = one->place.line > 0 && one->place.line == other->place.line &&
                           one->place.file == other->place.file;
  const bool lack_barrier =
      run.finding && run.finding->lacks.kind == MissingLink::Kind::block_barrier;
  return is_of_array(one) && is_of_array(other) && (in_one_line || lack_barrier);
}

}  // namespace

CureSource::CureSource(const Lab& lab, const std::filesystem::path& submission)
    : name_(lab.submission_name), text_(read_file(submission, kSourceMax)) {
  if (overlay_head(text_).line == 0) return;
  const Expansion whole = expand_overlay(text_, read_file(lab.solution(), kSourceMax));
  if (!whole.problem.empty()) return;
  text_ = whole.text();
  lines_ = whole.readable_lines();
}

std::string CureSource::line_name(int line) const {
  const auto index = static_cast<std::size_t>(line) - 1;
  if (index >= lines_.size()) return fmt::format("line {}", line);
  return fmt::format("{}{}", lines_[index].of_reference ? "reference.cu:" : "line ",
                     lines_[index].number);
}

std::optional<int> CureSource::line_of(const SourceLine& place) const {
  const bool own = place.file == name_;
  if (place.line <= 0 || !is_submission_file(place.file, name_)) return {};
  if (lines_.empty()) return own ? std::optional(place.line) : std::nullopt;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (lines_[i].number == place.line && lines_[i].of_reference != own)
      return static_cast<int>(i) + 1;
  return {};
}

Symptom CureSource::symptom_of(const CheckRun& run) const {
  // A wrong result may be caused by a race: then its steps show which accesses race.
  const auto& steps = run.finding ? run.finding->interleaving : run.interleaving;
  Symptom symptom;
  std::vector<const PlacedAccess*> raced;
  for (const PlacedAccess& placed : steps)
    if (placed.access.racing) raced.push_back(&placed);
  for (const PlacedAccess* placed : raced) add_suspect(symptom, line_of(placed->place));
  if (run.finding && raced.empty())
    for (const PlacedAccess& placed : run.finding->accesses)
      add_suspect(symptom, line_of(placed.place));
  symptom.racing = symptom.lines.size();
  symptom.shares_data = share_data(raced, run);
  if (run.finding) {
    for (const SourceLine& place : run.finding->blamed)
      add_suspect(symptom, line_of(place));
    note_needs(symptom, needs_of(run.finding->lacking));
  }
  // If only the lab's own accesses race, suspect all of the student's steps.
  if (symptom.lines.empty())
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
      add_suspect(symptom, line_of(step->place));
  return symptom;
}

}  // namespace gridlock
