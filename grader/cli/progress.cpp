#include "cli/progress.h"

#include <nlohmann/json.hpp>

#include "common/files.h"

namespace gridlock {
namespace {

std::filesystem::path progress_file(const std::filesystem::path& state_dir,
                                    const std::string& lab) {
  return state_dir / "progress" / (lab + ".json");
}

constexpr std::size_t kProgressBytesMax = 1 << 16;

}  // namespace

void save_progress(const std::filesystem::path& state_dir, const LabResult& lab) {
  std::map<std::string, bool> parts;
  for (const CheckResult& check : lab.checks) {
    const auto part = parts.try_emplace(check.part, true).first;
    part->second &= check.points == check.max_points;
  }
  const nlohmann::json json{
      {"score", lab.score()}, {"max_score", lab.max_score()}, {"parts", parts}};
  try {
    const auto file = progress_file(state_dir, lab.lab);
    std::filesystem::create_directories(file.parent_path());
    write_file_atomic(file, json.dump());
  } catch (const std::exception&) {
  }
}

std::optional<LabProgress> load_progress(const std::filesystem::path& state_dir,
                                         const std::string& lab) {
  try {
    const auto json = nlohmann::json::parse(
        read_file(progress_file(state_dir, lab), kProgressBytesMax));
    return LabProgress{json.at("score"), json.at("max_score"), json.at("parts")};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace gridlock
