#include "cli/loop/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "common/files.h"

namespace gridlock {
namespace {

fs::path progress_file(const fs::path& state_dir, const std::string& lab) {
  return state_dir / "progress" / (lab + ".json");
}

constexpr std::size_t kProgressBytesMax = 1 << 16;

/// The file with the last hint shown of each part, such as {"1a": 2}.
fs::path hints_file(const fs::path& state_dir, const std::string& lab) {
  return state_dir / "hints" / (lab + ".json");
}

using HintLevels = std::map<std::string, std::size_t>;

/// The levels in the file; empty if it is missing or damaged, so that the hints begin
/// again.
HintLevels hint_levels(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  try {
    return nlohmann::json::parse(read_file(file, kProgressBytesMax)).get<HintLevels>();
  } catch (const std::exception&) {
    return {};
  }
}

void warn(const std::string& text) {
  std::fflush(stdout);
  std::fprintf(stderr, "gridlock: %s\n", text.c_str());
}

/// \throws std::exception if this is not what `save_progress` writes.
LabProgress parse_progress(const std::string& text) {
  const auto json = nlohmann::json::parse(text);
  LabProgress progress{json.at("score"), json.at("max_score"), json.at("parts"),
                       json.value("incomplete", false)};
  if (progress.score < 0 || progress.score > progress.max_score)
    throw std::runtime_error("an impossible score");
  return progress;
}

/// An unused name beside the file: x.json.damaged, x.json.damaged.2, ...
fs::path name_for_damaged(const fs::path& file) {
  fs::path aside = file;
  aside += ".damaged";
  std::error_code error;
  for (int number = 2; fs::exists(aside, error); ++number) {
    aside = file;
    aside += fmt::format(".damaged.{}", number);
  }
  return aside;
}

void set_aside(const fs::path& file, const std::string& lab) {
  const fs::path aside = name_for_damaged(file);
  std::error_code error;
  fs::rename(file, aside, error);
  warn(
      fmt::format("the record of your progress in {} is damaged{}.  Check the lab "
                  "again.",
                  lab,
                  error ? fmt::format(" ({})", file.string())
                        : fmt::format("; it is kept as {}", aside.string())));
}

}  // namespace

void save_progress(const fs::path& state_dir, const LabResult& lab) {
  const std::optional<int> score = lab.score();
  if (!score) return;  // A grader error does not change what was noted before.
  std::map<std::string, bool> parts;
  for (const CheckResult& check : lab.checks) {
    const auto part = parts.try_emplace(check.part, true).first;
    part->second &= check.points == check.max_points;
  }
  const nlohmann::json json{{"score", *score},
                            {"max_score", lab.max_score()},
                            {"incomplete", lab.incomplete},
                            {"parts", parts}};
  try {
    const auto file = progress_file(state_dir, lab.lab);
    fs::create_directories(file.parent_path());
    write_file_atomic(file, json.dump());
  } catch (const std::exception& error) {
    warn(
        fmt::format("your progress in {} could not be saved: {}", lab.lab, error.what()));
  }
}

std::optional<LabProgress> load_progress(const fs::path& state_dir,
                                         const std::string& lab) {
  const fs::path file = progress_file(state_dir, lab);
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  try {
    return parse_progress(read_file(file, kProgressBytesMax));
  } catch (const std::system_error& unreadable) {
    warn(fmt::format("your progress in {} cannot be read: {}", lab, unreadable.what()));
  } catch (const std::exception&) {
    set_aside(file, lab);
  }
  return std::nullopt;
}

std::size_t last_hint(const fs::path& state_dir, const std::string& lab,
                      const std::string& part) {
  const HintLevels levels = hint_levels(hints_file(state_dir, lab));
  const auto level = levels.find(part);
  return level == levels.end() ? 0 : level->second;
}

void note_hint(const fs::path& state_dir, const std::string& lab, const std::string& part,
               std::size_t level) {
  const fs::path file = hints_file(state_dir, lab);
  HintLevels levels = hint_levels(file);
  levels[part] = level;
  try {
    fs::create_directories(file.parent_path());
    write_file_atomic(file, nlohmann::json(levels).dump());
  } catch (const std::exception& error) {
    warn(fmt::format(
        "which hint you have seen could not be saved: {}.  You can still name "
        "it: ./gridlock hint {} {} {}",
        error.what(), lab, part, level + 1));
  }
}

void forget_hints(const fs::path& state_dir, const std::string& lab) {
  std::error_code error;
  fs::remove(hints_file(state_dir, lab), error);
}

const Lab* next_lab(const std::vector<Lab>& labs, const fs::path& state_dir,
                    const std::string& after) {
  const std::vector<const Lab*> path = path_through(labs);
  std::size_t first = 0;
  for (std::size_t i = 0; i < path.size(); ++i)
    if (path[i]->id == after) first = i + 1;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Lab& lab = *path[(first + i) % path.size()];
    if (lab.id == after) continue;
    const auto progress = load_progress(state_dir, lab.id);
    if (!progress || !progress->is_done()) return &lab;
  }
  return nullptr;
}

}  // namespace gridlock
