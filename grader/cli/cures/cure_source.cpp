#include "cli/cures/cure_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/files.h"

namespace gridlock {
namespace {

constexpr std::size_t kSourceMax = 1 << 20;

void add_suspect(Symptom& symptom, std::optional<int> line) {
  auto& lines = symptom.lines;
  if (line && std::find(lines.begin(), lines.end(), *line) == lines.end())
    lines.push_back(*line);
}

void note_lack(Symptom& symptom, const std::string& missing) {
  symptom.lacks_barrier = missing.find("__syncthreads") != std::string::npos;
  symptom.lacks_system = missing.find("system") != std::string::npos ||
                         missing.find("host") != std::string::npos;
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
  Symptom symptom;
  if (run.finding) {
    for (const PlacedAccess& access : run.finding->accesses)
      add_suspect(symptom, line_of(access.place));
    symptom.racing = symptom.lines.size();
    for (const SourceLine& place : run.finding->blamed)
      add_suspect(symptom, line_of(place));
    note_lack(symptom, run.finding->missing);
  }
  for (auto step = run.interleaving.rbegin(); step != run.interleaving.rend(); ++step)
    add_suspect(symptom, line_of(step->place));
  return symptom;
}

Symptom CureSource::symptom_of(const nlohmann::json& finding,
                               const nlohmann::json& interleaving) const {
  Symptom symptom;
  const auto add = [&](const nlohmann::json& access) {
    if (access.at("file") == name_) add_suspect(symptom, access.at("line").get<int>());
  };
  if (finding.contains("accesses"))
    for (const nlohmann::json& access : finding.at("accesses")) add(access);
  else
    add(finding);  // Advice has one place.
  symptom.racing = symptom.lines.size();
  for (auto step = interleaving.rbegin(); step != interleaving.rend(); ++step) add(*step);
  note_lack(symptom, finding.value("missing", ""));
  return symptom;
}

}  // namespace gridlock
