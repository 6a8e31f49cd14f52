/// Values that lanes of a warp pass through volatile shared memory without any ordering.
/// Such code is right only if the lanes run in step, as before Volta.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "common/invariant.h"

namespace gridlock::sim {

/// A lane has read what another lane of its warp had written.
struct LanePassing {
  std::uint32_t writer = 0;  ///< The number of a thread in the block.
  std::uint32_t reader = 0;  ///< Also the number of a thread in the block.
  std::uint64_t write_pc = 0;
  std::uint64_t read_pc = 0;
  std::uintptr_t address = 0;
};

/// The values that lanes of one block pass.
class LaneExchange {
 public:
  void stores(std::uint32_t warp, std::uint32_t lane, std::uint64_t pc) {
    INVARIANT("A warp has 32 lanes.", lane < 32);
    storing_[{warp, pc}] |= 1u << lane;
  }
  void passes(const LanePassing& passing) {
    INVARIANT("A lane passes a value to another one.", passing.writer != passing.reader);
    passed_.try_emplace({passing.write_pc, passing.read_pc}, passing);
  }
  /// A value passed where both lanes execute the write, as in the steps of a reduction.
  /// If only the writer executes it, the value is a flag for the other lane.
  std::optional<LanePassing> one_in_step(std::uint32_t lanes_of_warp) const {
    for (const auto& [places, each] : passed_) {
      const auto lanes = storing_.find({each.reader / lanes_of_warp, each.write_pc});
      const auto has = [&](std::uint32_t thread) {
        return lanes != storing_.end() &&
               (lanes->second >> thread % lanes_of_warp & 1) != 0;
      };
      if (has(each.reader) && has(each.writer)) return each;
    }
    return std::nullopt;
  }

 private:
  /// The lanes that execute a store, by warp and program counter.
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> storing_;
  /// The first value for each pair of program counters of a write and a read.
  std::map<std::pair<std::uint64_t, std::uint64_t>, LanePassing> passed_;
};

}  // namespace gridlock::sim
