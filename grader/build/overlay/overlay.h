/// A file that holds only what differs from its lab's reference.
///
///     // expect: data_race
///     // The story.
///     // overlay
///     // without: drain            the reference's drain() is gone
///
///     __device__ void lock(int* mutex) { ... }
///
/// A definition that the reference also has, by name and parameters' types, replaces that
/// one; a line `// ...` in it stands for lines of the reference (elision.h). Any other
/// definition goes in front of its first user; an include goes after the reference's.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// The marks in the comment at the head of a file.
struct OverlayHead {
  int line = 0;  ///< Line of "// overlay"; 0 without it.
  struct Without {
    std::string name;  ///< "lock", "lock(int*)", "<vector>"
    int line = 0;
  };
  std::vector<Without> without;
};

OverlayHead overlay_head(std::string_view text);

/// Whether a line of a file's head is for the grader and not part of its story.
bool is_overlay_mark(std::string_view line);

/// A line of the whole.
struct ExpandedLine {
  bool of_reference = false;
  int number = 0;  ///< In its file, from 1; 0 if it stands in neither.
  std::string text;
};

struct Expansion {
  std::vector<ExpandedLine> lines;
  int problem_line = 0;  ///< Line of the overlay; 0 without a problem.
  std::string problem;   ///< Why there is no whole; "" if there is.

  /// The lines without the marks of the regions that a skeleton leaves out.
  std::vector<ExpandedLine> readable_lines() const;
  /// The same lines as a file.
  std::string text() const;
  /// The whole for a compiler, with the place of each line.
  std::string text_with_places(std::string_view overlay_name,
                               std::string_view reference_name) const;
};

/// Lays an overlay over the reference.
Expansion expand_overlay(std::string_view overlay, std::string_view reference);

/// Whether findings in this file are about the submission.
bool is_submission_file(const std::string& file, const std::string& submission_name);

/// Why this file may not be an overlay of the reference, as a sentence; "" if it may: it
/// lies in the reference's folder or below, wherever links lead.  No file from elsewhere
/// may use the reference's work.
std::string why_no_overlay(const std::filesystem::path& file,
                           const std::filesystem::path& reference);

/// A whole file as an overlay; `text` is empty if there is none, and `problem` says why.
struct Shrunk {
  std::string text;
  std::string problem;
};
Shrunk shrink_to_overlay(std::string_view whole, std::string_view reference);

}  // namespace gridlock
