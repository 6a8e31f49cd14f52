/// The axioms of the PTX memory consistency model (PTX ISA, chapter 8), and those of the
/// lenient level.  README.md gives them in words.
#pragma once

#include <vector>

#include "oracle/relation.h"
#include "oracle/skeleton.h"

namespace gridlock::oracle {

/// A candidate execution: the events, the write that each read sees, and the order of
/// the sc fences (fence.sc).
struct Candidate {
  const Skeleton& skeleton;
  /// Per event: the write that it reads from; -1 if the event does not read.
  std::vector<int> reads_from;
  /// The order of the sc fences, restricted to pairs that are morally strong (8.9.3).
  Relation fence_sc_order;
};

enum class Level { strict, lenient };

/// The rule for release and acquire patterns.  In PTX, a release operation and a later
/// strong write of its thread to the same word form a pattern, and so do a strong read
/// and a later acquire operation (8.8).  In C++20 they do not: only read-modify-writes
/// continue a release sequence.
enum class Patterns { ptx, cpp };

/// Orders between the events of a candidate.
struct Orders {
  Relation observation;  ///< Observation order, 8.9.2.
  Relation base;         ///< Base causality order, 8.9.5.
  Relation cause;        ///< Causality order, 8.9.5.
};

/// Observation order: from a strong write to a morally strong read of it, and further
/// through read-modify-writes.
Relation observation_order(const Skeleton& skeleton, const std::vector<int>& reads_from);

/// The pairs of events that synchronize by release and acquire patterns (8.8, 8.9.4), in
/// this level.
Relation synchronizes(const Skeleton& skeleton, const Relation& observation, Level level,
                      Patterns patterns);

/// \param synchronized the pairs that synchronize, without the order of the sc fences
Orders orders_of(const Candidate& candidate, const Relation& observation,
                 const Relation& synchronized);

/// Whether the axioms (8.10) allow the candidate with some coherence order.  The
/// enumeration already excludes values out of thin air (8.10.4).
bool is_consistent(const Candidate& candidate, const Orders& orders);

/// Whether two accesses conflict, and are neither morally strong nor ordered by causality
/// (8.7.1).
bool has_race(const Skeleton& skeleton, const Relation& cause);

}  // namespace gridlock::oracle
