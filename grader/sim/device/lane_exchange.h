/// Values that the lanes of a warp hand on through volatile shared memory, with nothing
/// that orders them: right only if the lanes run in step, as before Volta.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "common/invariant.h"

namespace gridlock::sim {

/// A lane read what another one of its warp had written.
struct LanePassing {
  std::uint32_t writer = 0;  ///< Threads, by number in the block.
  std::uint32_t reader = 0;
  std::uint64_t write_pc = 0;
  std::uint64_t read_pc = 0;
  std::uintptr_t address = 0;
};

/// The values that lanes of one block hand on.
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
  /// One in which both lanes execute the write, as in the steps of a reduction.  Where
  /// only one of them does, it is a flag that it raises for the other.
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
  /// The first one for each pair of places of the write and the read.
  std::map<std::pair<std::uint64_t, std::uint64_t>, LanePassing> passed_;
};

}  // namespace gridlock::sim
