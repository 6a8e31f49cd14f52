/// Loads and stores that name a path through the caches, such as __ldg, __ldcg and
/// __stcg. CUDA has an overload for each of thirty types; one template for the same types
/// makes every compile faster.
#pragma once

#include <type_traits>

#include "gridlock_device.h"
#include "vector_types.h"

namespace gridlock::sim {
inline namespace shim {

template <class T, class... Ts>
inline constexpr bool kIsOneOf = (std::is_same_v<T, Ts> || ...);

/// Whether CUDA has these loads and stores for T.
template <class T>
inline constexpr bool kHasCachedAccess =
    kIsOneOf<T, char, signed char, short, int, long, long long, unsigned char,
             unsigned short, unsigned int, unsigned long, unsigned long long, float,
             double, char2, char4, short2, short4, int2, int4, longlong2, uchar2, uchar4,
             ushort2, ushort4, uint2, uint4, ulonglong2, float2, float4, double2>;

/// T, if CUDA has these accesses for T.  A parameter of this type converts its argument
/// to T.
template <class T>
using Cached = std::enable_if_t<kHasCachedAccess<T>, T>;

}  // namespace shim
}  // namespace gridlock::sim

#define GRIDLOCK_CACHED_LOAD(name, path)                                        \
  template <class T>                                                            \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE gridlock::sim::Cached<T> name(const T* ptr) { \
    T value;                                                                    \
    gridlock_ld(&value, ptr, sizeof(T), gridlock::sim::path);                   \
    return value;                                                               \
  }
GRIDLOCK_CACHED_LOAD(__ldg, kLoadReadOnly)
GRIDLOCK_CACHED_LOAD(__ldca, kLoadAllLevels)
GRIDLOCK_CACHED_LOAD(__ldcg, kLoadGlobal)
GRIDLOCK_CACHED_LOAD(__ldcs, kLoadStreaming)
GRIDLOCK_CACHED_LOAD(__ldlu, kLoadLastUse)
GRIDLOCK_CACHED_LOAD(__ldcv, kLoadVolatile)
#undef GRIDLOCK_CACHED_LOAD

#define GRIDLOCK_CACHED_STORE(name, path)                                             \
  template <class T>                                                                  \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE void name(T* ptr, gridlock::sim::Cached<T> value) { \
    gridlock_st(ptr, &value, sizeof(T), gridlock::sim::path);                         \
  }
GRIDLOCK_CACHED_STORE(__stwb, kStoreWriteBack)
GRIDLOCK_CACHED_STORE(__stcg, kStoreGlobal)
GRIDLOCK_CACHED_STORE(__stcs, kStoreStreaming)
GRIDLOCK_CACHED_STORE(__stwt, kStoreWriteThrough)
#undef GRIDLOCK_CACHED_STORE
