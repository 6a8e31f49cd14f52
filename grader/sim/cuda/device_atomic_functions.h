/// CUDA's atomic functions, with exactly CUDA's overloads, each at the scopes device,
/// block (_block) and system (_system).  All are relaxed.  The runtime defines them.
#pragma once

#include <type_traits>

#include "gridlock_device.h"
#include "host_defines.h"
#include "vector_types.h"

namespace gridlock::sim {
inline namespace shim {
/// T, if it is one of the 16-byte types that CUDA can exchange atomically.
template <class T>
using WideWord = std::enable_if_t<
    sizeof(T) == 16 && alignof(T) >= 16 && std::is_trivially_copyable_v<T>, T>;
}  // namespace shim
}  // namespace gridlock::sim

#define GRIDLOCK_ATOMIC(name, type)                           \
  GRIDLOCK_DEVICE type name(type* address, type val);         \
  GRIDLOCK_DEVICE type name##_block(type* address, type val); \
  GRIDLOCK_DEVICE type name##_system(type* address, type val);
#define GRIDLOCK_ATOMIC_CAS(type)                                              \
  GRIDLOCK_DEVICE type atomicCAS(type* address, type compare, type val);       \
  GRIDLOCK_DEVICE type atomicCAS_block(type* address, type compare, type val); \
  GRIDLOCK_DEVICE type atomicCAS_system(type* address, type compare, type val);

GRIDLOCK_ATOMIC(atomicAdd, int)
GRIDLOCK_ATOMIC(atomicAdd, unsigned int)
GRIDLOCK_ATOMIC(atomicAdd, unsigned long long)
GRIDLOCK_ATOMIC(atomicAdd, float)
GRIDLOCK_ATOMIC(atomicAdd, double)

GRIDLOCK_ATOMIC(atomicSub, int)
GRIDLOCK_ATOMIC(atomicSub, unsigned int)

GRIDLOCK_ATOMIC(atomicExch, int)
GRIDLOCK_ATOMIC(atomicExch, unsigned int)
GRIDLOCK_ATOMIC(atomicExch, unsigned long long)
GRIDLOCK_ATOMIC(atomicExch, float)

GRIDLOCK_ATOMIC(atomicMin, int)
GRIDLOCK_ATOMIC(atomicMin, unsigned int)
GRIDLOCK_ATOMIC(atomicMin, long long)
GRIDLOCK_ATOMIC(atomicMin, unsigned long long)

GRIDLOCK_ATOMIC(atomicMax, int)
GRIDLOCK_ATOMIC(atomicMax, unsigned int)
GRIDLOCK_ATOMIC(atomicMax, long long)
GRIDLOCK_ATOMIC(atomicMax, unsigned long long)

GRIDLOCK_ATOMIC(atomicInc, unsigned int)
GRIDLOCK_ATOMIC(atomicDec, unsigned int)

GRIDLOCK_ATOMIC(atomicAnd, int)
GRIDLOCK_ATOMIC(atomicAnd, unsigned int)
GRIDLOCK_ATOMIC(atomicAnd, long long)
GRIDLOCK_ATOMIC(atomicAnd, unsigned long long)

GRIDLOCK_ATOMIC(atomicOr, int)
GRIDLOCK_ATOMIC(atomicOr, unsigned int)
GRIDLOCK_ATOMIC(atomicOr, long long)
GRIDLOCK_ATOMIC(atomicOr, unsigned long long)

GRIDLOCK_ATOMIC(atomicXor, int)
GRIDLOCK_ATOMIC(atomicXor, unsigned int)
GRIDLOCK_ATOMIC(atomicXor, long long)
GRIDLOCK_ATOMIC(atomicXor, unsigned long long)

GRIDLOCK_ATOMIC_CAS(int)
GRIDLOCK_ATOMIC_CAS(unsigned int)
GRIDLOCK_ATOMIC_CAS(unsigned long long)
GRIDLOCK_DEVICE unsigned short atomicCAS(unsigned short* address, unsigned short compare,
                                         unsigned short val);

// Operations on 16 aligned bytes of any type, for compute capability 9.0 or higher.
#define GRIDLOCK_ATOMIC_WIDE(suffix, scope)                                      \
  template <class T>                                                             \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE gridlock::sim::WideWord<T> atomicExch##suffix( \
      T* address, T val) {                                                       \
    T old;                                                                       \
    gridlock_exchange_wide(address, nullptr, &val, &old, gridlock::sim::scope);  \
    return old;                                                                  \
  }                                                                              \
  template <class T>                                                             \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE gridlock::sim::WideWord<T> atomicCAS##suffix(  \
      T* address, T compare, T val) {                                            \
    T old;                                                                       \
    gridlock_exchange_wide(address, &compare, &val, &old, gridlock::sim::scope); \
    return old;                                                                  \
  }
GRIDLOCK_ATOMIC_WIDE(, kDevice)
GRIDLOCK_ATOMIC_WIDE(_block, kBlock)
GRIDLOCK_ATOMIC_WIDE(_system, kSystem)
#undef GRIDLOCK_ATOMIC_WIDE

// Operations on two or four floats: each float is updated by an atomic of its own.
#define GRIDLOCK_ATOMIC_FLOATS(name)                                         \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE float2 name(float2* address, float2 val) { \
    const float x = name(&address->x, val.x);                                \
    return {x, name(&address->y, val.y)};                                    \
  }                                                                          \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE float4 name(float4* address, float4 val) { \
    const float x = name(&address->x, val.x);                                \
    const float y = name(&address->y, val.y);                                \
    const float z = name(&address->z, val.z);                                \
    return {x, y, z, name(&address->w, val.w)};                              \
  }
GRIDLOCK_ATOMIC_FLOATS(atomicAdd)
GRIDLOCK_ATOMIC_FLOATS(atomicAdd_block)
GRIDLOCK_ATOMIC_FLOATS(atomicAdd_system)
#undef GRIDLOCK_ATOMIC_FLOATS

#undef GRIDLOCK_ATOMIC_CAS
#undef GRIDLOCK_ATOMIC
