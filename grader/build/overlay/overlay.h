/// An overlay: a file with only the differences from its lab's reference.
///
///     // expect: data_race
///     // The story.
///     // overlay
///     // without: drain            the reference's drain() is gone
///
///     __device__ void lock(int* mutex) { ... }
///
/// A definition replaces the reference's definition with the same name and parameter
/// types; a line `// ...` in it stands for lines of the reference (elision.h).  Any other
/// definition goes before its first user; an include goes after the reference's includes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

struct OverlayHead {
  int line = 0;  ///< The line of "// overlay"; 0 if there is none.
  struct Without {
    std::string name;  ///< "lock", "lock(int*)", "<vector>"
    int line = 0;
  };
  std::vector<Without> without;
};

OverlayHead overlay_head(std::string_view text);

/// A line of the merged file.
struct ExpandedLine {
  bool of_reference = false;
  int number = 0;  ///< The line in its file, from 1; 0 if neither file has it.
  std::string text;
};

struct Expansion {
  std::vector<ExpandedLine> lines;
  int problem_line = 0;  ///< The overlay's line; 0 if there is no problem.
  std::string problem;   ///< Why there is no merged file, or "".

  /// The lines without the marks of regions that a skeleton leaves out.
  std::vector<ExpandedLine> readable_lines() const;
  std::string text() const;
  /// The merged file for a compiler, with markers for the origin of each line.
  std::string text_with_places(std::string_view overlay_name,
                               std::string_view reference_name) const;
};

Expansion expand_overlay(std::string_view overlay, std::string_view reference);

/// Whether findings in this file concern the submission.
bool is_submission_file(const std::string& file, const std::string& submission_name);

/// Why this file may not be an overlay of the reference, as a sentence; "" if it may.
/// With links resolved, it must be in the reference's folder or below: no other file may
/// use the reference's code.
std::string why_no_overlay(const std::filesystem::path& file,
                           const std::filesystem::path& reference);

}  // namespace gridlock
