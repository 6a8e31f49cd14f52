/// The events of a program, given which of its guards let their thread continue.
#pragma once

#include <vector>

#include "oracle/program.h"
#include "oracle/relation.h"

namespace gridlock::oracle {

/// An operation of PTX.  A read-modify-write is one operation that reads and writes.
struct Event {
  enum class Kind : std::uint8_t { access, fence, barrier };
  Kind kind = Kind::access;
  int thread = -1;  ///< -1: the launch, which writes the initial values; or a barrier.
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

  // A write stores `value`, plus what `addend_from` reads if that is an event.
  int value = 0;
  int addend_from = -1;

  bool is_read_modify_write() const { return reads && writes; }
};

/// The part of a candidate execution that does not depend on what reads see.
struct Skeleton {
  std::vector<Event> events;
  std::vector<int> reads;
  std::vector<int> sc_fences;
  std::vector<std::vector<int>> writes;  ///< Per variable, the initial one first.
  Relation program_order;   ///< PTX ISA 8.9.1; a barrier is one event of all its threads.
  Relation before;          ///< Its closure, over the barriers and from the launch.
  Relation morally_strong;  ///< PTX ISA 8.7.
  Relation depends;         ///< Which writes need which reads, by value or by guard.
  /// A value that a read must see, or must not see, for the guards to be as given.
  struct Condition {
    int read;
    int value;
    bool equal;
  };
  std::vector<Condition> conditions;

  int size() const { return static_cast<int>(events.size()); }
  const Event& operator[](int i) const { return events[static_cast<std::size_t>(i)]; }
};

/// One skeleton for each choice of where each thread stops: at one of its guards, or not.
/// \throws std::runtime_error if the program is malformed or too large.
std::vector<Skeleton> skeletons_of(const Program& program);

/// Whether the scope of event `a` includes the thread of event `b` (PTX ISA 8.5).
bool scope_includes(const Event& a, const Event& b);

}  // namespace gridlock::oracle
