/// \file
/// What the student's last check of each lab came to, kept between calls.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "checker/record.h"

namespace gridlock {

struct LabProgress {
  int score = 0;
  int max_score = 0;
  std::map<std::string, bool> part_done;  ///< By part: whether all its points are earned.
};

/// Remembers; a failure to do so is not worth a word.
void save_progress(const std::filesystem::path& state_dir, const LabResult& lab);

/// Nothing if the lab was never checked, or the file is not readable.
std::optional<LabProgress> load_progress(const std::filesystem::path& state_dir,
                                         const std::string& lab);

}  // namespace gridlock
