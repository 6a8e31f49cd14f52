/// Loads and stores that name a path through the caches, such as __ldg, __ldcg and
/// __stcg. CUDA has an overload for each of thirty types; one template for the same types
/// makes every compile faster.
#pragma once

#include "gridlock_device.h"
#include "vector_types.h"

namespace gridlock::sim {
inline namespace shim {

/// Whether CUDA has these loads and stores for T.
template <class T>
inline constexpr bool kHasCachedAccess = false;

#define GRIDLOCK_CACHED(type) \
  template <>                 \
  inline constexpr bool kHasCachedAccess<type> = true;
GRIDLOCK_CACHED(char)
GRIDLOCK_CACHED(signed char)
GRIDLOCK_CACHED(short)
GRIDLOCK_CACHED(int)
GRIDLOCK_CACHED(long)
GRIDLOCK_CACHED(long long)
GRIDLOCK_CACHED(unsigned char)
GRIDLOCK_CACHED(unsigned short)
GRIDLOCK_CACHED(unsigned int)
GRIDLOCK_CACHED(unsigned long)
GRIDLOCK_CACHED(unsigned long long)
GRIDLOCK_CACHED(float)
GRIDLOCK_CACHED(double)
GRIDLOCK_CACHED(char2)
GRIDLOCK_CACHED(char4)
GRIDLOCK_CACHED(short2)
GRIDLOCK_CACHED(short4)
GRIDLOCK_CACHED(int2)
GRIDLOCK_CACHED(int4)
GRIDLOCK_CACHED(longlong2)
GRIDLOCK_CACHED(uchar2)
GRIDLOCK_CACHED(uchar4)
GRIDLOCK_CACHED(ushort2)
GRIDLOCK_CACHED(ushort4)
GRIDLOCK_CACHED(uint2)
GRIDLOCK_CACHED(uint4)
GRIDLOCK_CACHED(ulonglong2)
GRIDLOCK_CACHED(float2)
GRIDLOCK_CACHED(float4)
GRIDLOCK_CACHED(double2)
#undef GRIDLOCK_CACHED

template <bool Condition, class T>
struct TypeIf {};
template <class T>
struct TypeIf<true, T> {
  using type = T;
};
/// T, if CUDA has these accesses for it; as a parameter type, it converts the argument to
/// T.
template <class T>
using Cached = typename TypeIf<kHasCachedAccess<T>, T>::type;

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
