/// CUDA names that order more than others.
#pragma once

#include <string_view>
#include <vector>

namespace gridlock {

/// A name, and another one that orders more.
struct StrongerName {
  std::string_view weak;
  std::string_view strong;
  /// The stronger name includes the host and other GPUs; the weaker one does not.
  bool reaches_system = false;
};

/// The names that may replace this one, the weakest first.
std::vector<StrongerName> stronger_names(std::string_view name);

/// The next weaker name; "" if there is none.
std::string_view weaker_name(std::string_view name);

}  // namespace gridlock
