/// What a pointer that host code gives to the API points to.
#pragma once

#include "sim/memory/module.h"

namespace gridlock::sim {

/// What a copy distinguishes.
enum class Side { device, managed, pinned, pageable };
Side side_of(const void* pointer);

inline bool on_device(const void* pointer) { return side_of(pointer) != Side::pageable; }
inline bool on_host(const void* pointer) { return side_of(pointer) != Side::device; }

/// The device whose memory it is, or that was current when it was allocated.
int device_of(const void* pointer);

/// Whether there is a device of this number.
bool is_device(int device);

}  // namespace gridlock::sim
