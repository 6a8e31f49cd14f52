/// Turns what explorations needed of each fence into advice.
#pragma once

#include <map>
#include <vector>

#include "protocol/messages.h"

namespace gridlock {

/// The scope that all explorations of a check, or of a program, needed of each fence.
class FenceAdvice {
 public:
  /// Adds the uses in one exploration.  A fence needs the widest scope that any
  /// exploration needs.
  void add(const std::vector<FenceUse>& uses);

  /// fence_too_wide for fences for which a narrower scope is enough, then redundant_fence
  /// for those that nothing needs; each in the order of their places.
  std::vector<Finding> findings() const;

 private:
  std::map<std::uint64_t, FenceUse> uses_;  ///< The key is a program counter.
};

}  // namespace gridlock
