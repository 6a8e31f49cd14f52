/// The memory to which a pointer in host code points.
#pragma once

#include "sim/memory/module.h"

namespace gridlock::sim {

/// The kinds of memory that a copy distinguishes.
enum class Side { device, managed, pinned, pageable };
Side side_of(const void* pointer);

inline bool on_device(const void* pointer) { return side_of(pointer) != Side::pageable; }
inline bool on_host(const void* pointer) { return side_of(pointer) != Side::device; }

/// The device that owns the memory, or that was current when it was allocated.
int device_of(const void* pointer);

bool is_device(int device);

}  // namespace gridlock::sim
