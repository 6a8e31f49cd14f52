/// cooperative_groups::memcpy_async: a group's asynchronous copy into shared memory.
#pragma once

#include <cstring>

#include "../cooperative_groups.h"
#include "../cuda_pipeline_primitives.h"

namespace cooperative_groups {

/// The calling thread's share of the copy.  It is asynchronous, in pieces of 16, 8 or 4
/// bytes, if both addresses and the size allow that.  Otherwise, as in CUDA, it ends
/// before the call returns.
template <class Group>
GRIDLOCK_DEVICE GRIDLOCK_INLINE void gridlock_copy_share(const Group& group, void* dst,
                                                         const void* src, size_t bytes) {
  const size_t bits =
      reinterpret_cast<size_t>(dst) | reinterpret_cast<size_t>(src) | bytes;
  const size_t piece = bits % 16 == 0 ? 16 : bits % 8 == 0 ? 8 : bits % 4 == 0 ? 4 : 1;
  const bool asynchronous =
      piece >= 4 && gridlock_is_shared(dst) && !gridlock_is_shared(src);
  for (size_t at = group.thread_rank() * piece; at < bytes; at += group.size() * piece) {
    char* const to = static_cast<char*>(dst) + at;
    const char* const from = static_cast<const char*>(src) + at;
    if (asynchronous)
      __pipeline_memcpy_async(to, from, piece);
    else
      memcpy(to, from, piece);
  }
}

/// Copies `count` bytes.
template <class Group, class T, class Size>
GRIDLOCK_DEVICE GRIDLOCK_INLINE void memcpy_async(const Group& group, T* __restrict__ dst,
                                                  const T* __restrict__ src,
                                                  const Size& count) {
  gridlock_copy_share(group, dst, src, static_cast<size_t>(count));
  __pipeline_commit();
}

/// Copies as many elements as the smaller of the two layouts has.
template <class Group, class T, class To, class From>
GRIDLOCK_DEVICE GRIDLOCK_INLINE void memcpy_async(const Group& group, T* __restrict__ dst,
                                                  const To& to, const T* __restrict__ src,
                                                  const From& from) {
  const size_t here = static_cast<size_t>(to), there = static_cast<size_t>(from);
  gridlock_copy_share(group, dst, src, (here < there ? here : there) * sizeof(T));
  __pipeline_commit();
}

/// Waits for all but the last `Stage` copies of the group.
template <unsigned int Stage, class Group>
GRIDLOCK_DEVICE GRIDLOCK_INLINE void wait_prior(const Group& group) {
  __pipeline_wait_prior(Stage);
  group.sync();
}

/// Waits for all copies of the group.
template <class Group>
GRIDLOCK_DEVICE GRIDLOCK_INLINE void wait(const Group& group) {
  __pipeline_wait_prior(0);
  group.sync();
}

}  // namespace cooperative_groups
