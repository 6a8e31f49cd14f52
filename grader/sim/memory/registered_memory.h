/// Host memory pinned by cudaHostRegister: from then on it is watched like an allocation.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/memory/module.h"
#include "sim/model/shadow.h"

namespace gridlock::sim {

class RegisteredMemory {
 public:
  struct Entry {
    Range range;
    std::uint64_t created_at = 0;  ///< Program counter of the call.
    ShadowRegion shadow;
    std::vector<Cell> cells;
  };

  /// Returns false if part of the range is already registered.
  bool add(const Range& range, std::uint64_t pc);
  /// Returns false if no entry begins at the address.
  bool remove(std::uintptr_t address);
  /// The entry that contains the address, or null.
  Entry* find(std::uintptr_t address) const;
  bool meets(const Range& range) const;
  void clear() { entries_.clear(); }

 private:
  std::vector<std::unique_ptr<Entry>> entries_;
};

}  // namespace gridlock::sim
