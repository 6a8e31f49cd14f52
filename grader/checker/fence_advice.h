/// \file
/// From what explorations needed of each fence to advice about it.
#pragma once

#include <map>
#include <vector>

#include "protocol/messages.h"

namespace gridlock {

/// What all explorations of a check, or of a program, needed of each fence.
class FenceAdvice {
 public:
  /// A fence needs what the most demanding exploration needs of it.
  void add(const std::vector<FenceUse>& uses);

  /// fence_too_wide for those that a narrower scope would serve, then redundant_fence for
  /// those that nothing needs; in the order of their places.
  std::vector<Finding> findings() const;

 private:
  std::map<std::uint64_t, FenceUse> uses_;  ///< By program counter.
};

}  // namespace gridlock
