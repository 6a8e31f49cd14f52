/// Facts about causes that code may use; their English is for readers alone.
#pragma once

#include "protocol/cause.h"

namespace gridlock {

/// The missing link between two racing accesses, if it has a name.
struct MissingLink {
  enum class Kind { unnamed, fence, block_barrier, event };
  friend constexpr Kind last_of(Kind) { return Kind::event; }
  Kind kind = Kind::unnamed;
  Scope scope = Scope::block;  ///< The scope of the missing fence.
  bool is_named() const { return kind != Kind::unnamed; }
  bool operator==(const MissingLink&) const = default;
  GRIDLOCK_FIELDS(kind, scope)
};

/// The link that the first of these causes reports as missing.
MissingLink missing_link(const Causes& missing);

/// What a repair of these causes needs.
struct Needs {
  bool block_barrier = false;  ///< A barrier of one block would do.
  bool block_fence = false;    ///< A fence for the threads of one block is enough.
  bool system_scope = false;   ///< The host or another device takes part.
  GRIDLOCK_FIELDS(block_barrier, block_fence, system_scope)
};
Needs needs_of(const Causes& missing);

/// Whether the causes have the same types, whatever places and values they name.
bool same_types(const Causes& one, const Causes& other);

}  // namespace gridlock
