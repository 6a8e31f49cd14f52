/// An access, as shadow memory remembers it.
#pragma once

#include <cstdint>

#include "common/invariant.h"
#include "sim/model/happens_before.h"

namespace gridlock::sim {

/// Weak for a plain access, or else the scope of the strong one.
enum class Strength : std::uint8_t { weak, block, device, system };
constexpr Strength strong(MemoryScope scope) { return static_cast<Strength>(scope + 1); }
constexpr MemoryScope scope_of(Strength s) {
  INVARIANT("Only a strong access has a scope.", s != Strength::weak);
  return static_cast<MemoryScope>(static_cast<int>(s) - 1);
}

struct Touch {
  Epoch epoch = 0;  ///< 0: there was no access.
  std::uint16_t slot = 0;
  std::uint8_t mask = 0;  ///< The accessed bytes of the cell.
  Strength strength = Strength::weak;
  std::uint32_t pc = 0;
};

}  // namespace gridlock::sim
