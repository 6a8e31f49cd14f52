/// The text of a submission that may be changed, and where in it a check fails.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "build/overlay/overlay.h"
#include "checker/lab/labs.h"
#include "checker/record.h"
#include "cure/candidate.h"

namespace gridlock {

/// A submission's text.  An overlay is expanded first, since it is complete only in its
/// own folder.
class CureSource {
 public:
  CureSource(const Lab& lab, const std::filesystem::path& submission);

  const std::string& text() const { return text_; }

  /// "line 8", "reference.cu:39"
  std::string line_name(int line) const;

  Symptom symptom_of(const CheckRun& run) const;

 private:
  /// The line of the text that reports call `place`; nothing if it is in another file.
  std::optional<int> line_of(const SourceLine& place) const;

  std::string name_;
  std::string text_;
  std::vector<ExpandedLine> lines_;  ///< The lines of an overlay's whole text.
};

}  // namespace gridlock
