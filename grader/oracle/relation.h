/// Relations over the events of one small execution.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "common/invariant.h"

namespace gridlock::oracle {

/// A binary relation over at most 32 events: row i holds the successors of event i.
class Relation {
 public:
  static constexpr int kEventsMax = 32;

  bool has(int from, int to) const { return rows_[at(from)] >> to & 1; }
  void add(int from, int to) { rows_[at(from)] |= std::uint32_t{1} << to; }
  void add_all(int from, std::uint32_t to) { rows_[at(from)] |= to; }
  std::uint32_t row(int from) const { return rows_[at(from)]; }

  Relation& operator|=(const Relation& other) {
    for (int i = 0; i < kEventsMax; ++i) rows_[at(i)] |= other.rows_[at(i)];
    return *this;
  }

  /// Replaces the relation by its transitive closure (Warshall, JACM 1962).
  void close(int events) {
    INVARIANT("A relation is over no more events than it has room for.",
              events <= kEventsMax);
    for (int via = 0; via < events; ++via)
      for (int from = 0; from < events; ++from)
        if (has(from, via)) rows_[at(from)] |= rows_[at(via)];
  }

  bool has_cycle(int events) const {
    Relation closed = *this;
    closed.close(events);
    for (int i = 0; i < events; ++i)
      if (closed.has(i, i)) return true;
    return false;
  }

 private:
  static std::size_t at(int event) {
    INVARIANT("An event is one of those that a relation has room for.",
              event >= 0 && event < kEventsMax);
    return static_cast<std::size_t>(event);
  }
  std::array<std::uint32_t, kEventsMax> rows_{};
};

/// The composition: `first`, followed by `then`.
inline Relation compose(const Relation& first, const Relation& then, int events) {
  Relation result;
  for (int from = 0; from < events; ++from)
    for (std::uint32_t via = first.row(from); via; via &= via - 1)
      result.add_all(from, then.row(std::countr_zero(via)));
  return result;
}

}  // namespace gridlock::oracle
