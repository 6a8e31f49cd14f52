/// Functions that replace inline PTX: see build/rewrite/ptx_calls.h.  All
/// registers are represented by their bits, zero-extended to 64.
#pragma once

#include <stddef.h>

#include <type_traits>

#include "device_launch_parameters.h"
#include "gridlock_device.h"
#include "gridlock_intrinsics.h"

namespace gridlock::sim {
inline namespace shim {

/// The size in bytes that an operand of `given` bytes must have for this constraint; 0 if
/// it may have any size.
constexpr size_t ptx_bytes(char constraint, size_t given) {
  switch (constraint) {
    case 'h':
      return 2;
    case 'r':
    case 'f':
      return 4;
    case 'l':  // In a browser, pointers have 4 bytes.
      return given == sizeof(void*) ? given : 8;
    case 'd':
      return 8;
    default:
      return 0;
  }
}

/// The bits of an operand.
template <char Constraint, class T>
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned long long ptx_argument(T value) {
  static_assert(ptx_bytes(Constraint, sizeof value) == 0 ||
                    ptx_bytes(Constraint, sizeof value) == sizeof value,
                "an operand of inline assembly has another size than its constraint");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}

/// The value to assign to an output operand.
template <char Constraint, class T>
GRIDLOCK_DEVICE GRIDLOCK_INLINE std::remove_cv_t<std::remove_reference_t<T>> ptx_result(
    unsigned long long bits) {
  std::remove_cv_t<std::remove_reference_t<T>> value;
  static_assert(ptx_bytes(Constraint, sizeof value) == sizeof value,
                "an operand of inline assembly has another size than its constraint");
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

/// The lowest `bytes` bytes.
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned long long ptx_cut(unsigned long long bits,
                                                           unsigned bytes) {
  return bytes >= 8 ? bits : bits & ((1ull << 8 * bytes) - 1);
}

/// A value of `bytes` bytes, sign-extended.
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned long long ptx_signed(unsigned long long bits,
                                                              unsigned bytes) {
  const unsigned unused = 64 - 8 * bytes;
  return (unsigned long long)((long long)(bits << unused) >> unused);
}

GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned long long ptx_shift_right(
    unsigned long long bits, unsigned long long by, bool is_signed) {
  if (by > 63) by = is_signed ? 63 : 64;
  if (by == 64) return 0;
  return is_signed ? (unsigned long long)((long long)bits >> by) : bits >> by;
}

GRIDLOCK_DEVICE GRIDLOCK_INLINE bool ptx_less(unsigned long long a, unsigned long long b,
                                              bool is_signed) {
  return is_signed ? (long long)a < (long long)b : a < b;
}

GRIDLOCK_DEVICE GRIDLOCK_INLINE void* ptx_generic(unsigned long long bits) {
  return reinterpret_cast<void*>(bits);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE void* ptx_shared(unsigned long long bits) {
  return gridlock_shared_address(bits);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned long long ptx_bits_of(const void* address) {
  return reinterpret_cast<unsigned long long>(address);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE void* ptx_at(void* address, size_t offset) {
  return static_cast<char*>(address) + offset;
}

/// A weak load of 1 to 8 bytes.
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned long long ptx_ld(const void* from,
                                                          unsigned bytes, int path) {
  unsigned long long bits = 0;
  gridlock_ld(&bits, from, bytes, path);
  return bits;
}

/// Up to 16 bytes, divided into elements.
struct PtxVector {
  alignas(16) unsigned char bytes[16];

  GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned long long get(size_t index,
                                                         size_t size) const {
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, bytes + index * size, size);
    return bits;
  }
  GRIDLOCK_DEVICE GRIDLOCK_INLINE void set(size_t index, size_t size,
                                           unsigned long long bits) {
    __builtin_memcpy(bytes + index * size, &bits, size);
  }
};

GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned ptx_thread() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned ptx_lane() { return ptx_thread() % 32; }
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned ptx_warp() { return ptx_thread() / 32; }
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned ptx_warps() {
  return (blockDim.x * blockDim.y * blockDim.z + 31) / 32;
}

}  // namespace shim
}  // namespace gridlock::sim

/// Conversions between generic addresses and windows of memory.  A global address equals
/// its generic one.
GRIDLOCK_DEVICE GRIDLOCK_INLINE size_t __cvta_generic_to_shared(const void* ptr) {
  return gridlock_shared_offset(ptr);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE void* __cvta_shared_to_generic(size_t rawbits) {
  return gridlock_shared_address(rawbits);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE size_t __cvta_generic_to_global(const void* ptr) {
  return reinterpret_cast<size_t>(ptr);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE void* __cvta_global_to_generic(size_t rawbits) {
  return reinterpret_cast<void*>(rawbits);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int __isShared(const void* ptr) {
  return static_cast<unsigned int>(gridlock_is_shared(ptr));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE void __barrier_sync(unsigned id) {
  gridlock_bar(id, 0, gridlock::sim::kBarSync, 0);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE void __barrier_sync_count(unsigned id, unsigned cnt) {
  gridlock_bar(id, cnt, gridlock::sim::kBarSync, 0);
}
