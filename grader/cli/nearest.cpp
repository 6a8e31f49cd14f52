#include "cli/nearest.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gridlock {
namespace {

std::size_t distance(const std::string& from, const std::string& to) {
  const std::size_t width = to.size() + 1;
  std::vector<std::size_t> steps((from.size() + 1) * width);
  for (std::size_t i = 0; i <= from.size(); ++i)
    for (std::size_t j = 0; j <= to.size(); ++j) {
      std::size_t& here = steps[i * width + j];
      if (i == 0 || j == 0) {
        here = i + j;
        continue;
      }
      const bool differs = from[i - 1] != to[j - 1];
      here = std::min({steps[(i - 1) * width + j] + 1, steps[i * width + j - 1] + 1,
                       steps[(i - 1) * width + j - 1] + (differs ? 1 : 0)});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        here = std::min(here, steps[(i - 2) * width + j - 2] + 1);
    }
  return steps.back();
}

}  // namespace

std::string nearest_to(const std::string& word, const std::vector<std::string>& names) {
  std::string found;
  std::size_t least = (word.size() + 2) / 3;
  for (const std::string& name : names)
    if (const std::size_t steps = distance(word, name); steps < least) {
      least = steps;
      found = name;
    }
  return found;
}

}  // namespace gridlock
