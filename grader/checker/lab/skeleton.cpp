#include "checker/lab/skeleton.h"

#include <fmt/format.h>

#include "common/text.h"

namespace gridlock {
namespace {

constexpr std::string_view kSkeletonText = "//#";

/// `    //# int last;` becomes `    int last;`, and a bare `//#` an empty line.
std::string skeleton_line(std::string_view line) {
  const std::size_t at = line.find(kSkeletonText);
  std::string_view text = line.substr(at + kSkeletonText.size());
  if (text.starts_with(' ')) text.remove_prefix(1);
  if (trim(text).empty()) return "\n";
  return std::string(line.substr(0, at)).append(text).append("\n");
}

}  // namespace

std::string skeleton_from_solution(std::string_view solution) {
  std::string skeleton;
  int begun = 0;  // The line of the open region; 0 outside.
  int number = 0;
  for (const std::string_view line : split_lines(solution)) {
    ++number;
    const std::string_view text = trim(line);
    if (text == kSolutionBegins) {
      if (begun)
        throw BadMarkers(
            fmt::format("line {}: the region that begins in line {} has no "
                        "\"{}\"",
                        number, begun, kSolutionEnds));
      begun = number;
    } else if (text == kSolutionEnds) {
      if (!begun)
        throw BadMarkers(fmt::format("line {}: \"{}\" without a \"{}\" before it", number,
                                     kSolutionEnds, kSolutionBegins));
      begun = 0;
    } else if (!begun) {
      skeleton.append(line).append("\n");
    } else if (text.starts_with(kSkeletonText)) {
      skeleton += skeleton_line(line);
    }
  }
  if (begun)
    throw BadMarkers(
        fmt::format("line {}: this region has no \"{}\"", begun, kSolutionEnds));
  return skeleton;
}

}  // namespace gridlock
