/// The events of a program, for one choice of the guards that let their threads continue.
#pragma once

#include <vector>

#include "oracle/program.h"
#include "oracle/relation.h"

namespace gridlock::oracle {

/// A PTX operation.  A read-modify-write is one operation that reads and writes.
struct Event {
  enum class Kind : std::uint8_t { access, fence, barrier };
  Kind kind = Kind::access;
  int thread = -1;  ///< -1: a barrier, or an initial write by the launch.
  int block = -1;
  int variable = -1;
  bool reads = false;
  bool writes = false;
  bool strong = false;
  bool acquires = false;
  bool releases = false;
  bool sc = false;  ///< A fence.sc.
  Scope scope = Scope::system;
  int result = -1;  ///< For a read: the index of its result.

  // A write stores `value`, plus what the event `addend_from` reads unless that is -1.
  int value = 0;
  int addend_from = -1;
};

/// The part of a candidate execution that does not depend on what reads see.
struct Skeleton {
  std::vector<Event> events;
  std::vector<int> reads;
  std::vector<int> sc_fences;
  std::vector<std::vector<int>> writes;  ///< Per variable, the initial one first.
  Relation program_order;  ///< PTX ISA 8.9.1; a barrier is one event of all its threads.
  /// The closure of program order.  The initial writes come before all other events.
  Relation before;
  Relation morally_strong;  ///< PTX ISA 8.7.
  /// From each read to the writes whose value or execution depends on it.
  Relation depends;
  /// What a read must see for the guards to have the chosen results: `value` or, if not
  /// `equal`, anything else.
  struct Condition {
    int read;
    int value;
    bool equal;
  };
  std::vector<Condition> conditions;

  int size() const { return static_cast<int>(events.size()); }
  const Event& operator[](int i) const { return events[static_cast<std::size_t>(i)]; }
};

/// One skeleton for each choice of where the threads stop: each at one of its guards, or
/// at its end.
/// \throws std::runtime_error if the program is malformed or too large
std::vector<Skeleton> skeletons_of(const Program& program);

/// Whether the scope of event `a` includes the thread of event `b` (PTX ISA 8.5).
bool scope_includes(const Event& a, const Event& b);

}  // namespace gridlock::oracle
