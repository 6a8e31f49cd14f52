/// The result of the student's last check of each lab and the hints that were shown, kept
/// between calls.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/lab/labs.h"
#include "checker/record.h"

namespace gridlock {

struct LabProgress {
  int score = 0;
  int max_score = 0;
  std::map<std::string, bool> part_done;  ///< Whether a part has all its points.
  bool incomplete = false;                ///< Something kept the score from being final.

  /// Whether the lab has all its points.
  bool is_done() const { return max_score > 0 && score == max_score && !incomplete; }
};

/// Remembers the result, if there is a score.  If that fails, standard error says why;
/// nothing else depends on it.
void save_progress(const std::filesystem::path& state_dir, const LabResult& lab);

/// Nothing if the lab was never checked.  A file that cannot be understood is set aside
/// under another name, and standard error says so.
std::optional<LabProgress> load_progress(const std::filesystem::path& state_dir,
                                         const std::string& lab);

/// The level of the hint for a part of the lab that was shown last; 0 if none was.
std::size_t last_hint(const std::filesystem::path& state_dir, const std::string& lab,
                      const std::string& part);

/// Remembers the level of the last hint shown.  If that is impossible, standard error
/// says why.
void note_hint(const std::filesystem::path& state_dir, const std::string& lab,
               const std::string& part, std::size_t level);

/// Begins again with the first hint of each part.
void forget_hints(const std::filesystem::path& state_dir, const std::string& lab);

/// The next lab in the course's order, behind the lab `after`, that lacks points.  The
/// search begins with the first lab if `after` is "", and goes on with it after the
/// last lab.  Null if all other labs have all their points.
const Lab* next_lab(const std::vector<Lab>& labs, const std::filesystem::path& state_dir,
                    const std::string& after = "");

}  // namespace gridlock
