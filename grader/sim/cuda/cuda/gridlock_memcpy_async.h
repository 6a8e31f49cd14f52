/// The copies of cuda::memcpy_async.  As in CUDA, the types decide at compile time
/// whether a copy can be asynchronous: the element's type and an aligned_size_t promise
/// an alignment. A copy into shared memory with a promise of at least 4 bytes is
/// asynchronous; any other ends before the call returns.
#pragma once

#include <stddef.h>
#include <string.h>

#include <type_traits>

#include "../gridlock_device.h"
#include "std/gridlock_barrier.h"

namespace cuda {

/// A number of bytes that is a multiple of Alignment; both addresses are multiples, too.
template <::size_t Alignment>
struct aligned_size_t {
  static constexpr ::size_t align = Alignment;
  ::size_t value;
  GRIDLOCK_BOTH GRIDLOCK_INLINE explicit constexpr aligned_size_t(::size_t bytes)
      : value(bytes) {}
  GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr operator ::size_t() const { return value; }
};

/// Whether a copy may still run after the call.
enum class async_contract_fulfillment { none, async };

}  // namespace cuda

namespace gridlock::sim {
inline namespace shim {

/// A group with only the calling thread.
struct OneThread {
  GRIDLOCK_DEVICE GRIDLOCK_INLINE void sync() const {}
  GRIDLOCK_DEVICE GRIDLOCK_INLINE constexpr size_t size() const { return 1; }
  GRIDLOCK_DEVICE GRIDLOCK_INLINE constexpr size_t thread_rank() const { return 0; }
};

template <class Size, class = void>
struct PromisedBySize {
  static constexpr size_t kAlignment = 1;
};
template <class Size>
struct PromisedBySize<Size, std::void_t<decltype(Size::align)>> {
  static constexpr size_t kAlignment = Size::align;
};

/// The alignment in bytes that the types of the elements and of the size promise.
template <class T, class Size>
GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr size_t alignment() {
  static_assert(std::is_trivially_copyable_v<T>,
                "memcpy_async needs a type that is trivial to copy");
  constexpr size_t kBySize = PromisedBySize<Size>::kAlignment;
  return alignof(T) > kBySize ? alignof(T) : kBySize;
}

/// How a thread copies a piece, and when the copy ends.
enum class Piece {
  kAtOnce,
  kOfBatch,    ///< At a gridlock_copy_wait.
  kOfBarrier,  ///< At a wait for the barrier's phase.
};

/// Copies every `threads`-th piece, beginning with piece number `first`.
template <size_t Alignment>
GRIDLOCK_DEVICE GRIDLOCK_INLINE void copy_pieces(Piece how, size_t first, size_t threads,
                                                 void* to, const void* from, size_t bytes,
                                                 void* barrier = nullptr) {
  constexpr size_t kPiece = Alignment < 16 ? Alignment : 16;
  for (size_t at = first * kPiece; at < bytes; at += threads * kPiece) {
    char* const target = static_cast<char*>(to) + at;
    const char* const source = static_cast<const char*>(from) + at;
    if (how == Piece::kOfBarrier)
      gridlock_copy_for_barrier(barrier, target, source, kPiece);
    else if (how == Piece::kOfBatch)
      gridlock_copy_async(target, source, kPiece, 0);
    else
      memcpy(target, source, kPiece);
  }
}

/// Whether a copy between these places can be asynchronous.
template <size_t Alignment>
GRIDLOCK_DEVICE GRIDLOCK_INLINE bool can_go_on(const void* to, const void* from) {
  return Alignment >= 4 && gridlock_is_shared(to) && !gridlock_is_shared(from);
}

/// Whether a copy can be part of a phase of this barrier: if it has block scope, and is
/// in shared memory.
template <class Barrier>
GRIDLOCK_DEVICE GRIDLOCK_INLINE bool waits_for_copies(const Barrier& barrier) {
  return Barrier::kWaitsForCopies && gridlock_is_shared(&barrier);
}

/// Copies as part of the barrier's phase.  If the types promise an alignment of 16 bytes,
/// the group's first thread copies everything, as on a GPU of compute capability 9.0.
template <size_t Alignment, class Group, class Barrier>
GRIDLOCK_DEVICE GRIDLOCK_INLINE cuda::async_contract_fulfillment copy_for_barrier(
    const Group& group, void* to, const void* from, size_t bytes, Barrier& barrier) {
  const size_t rank = group.thread_rank(), threads = group.size();
  const bool goes_on = can_go_on<Alignment>(to, from);
  if (!goes_on || !waits_for_copies(barrier)) {
    copy_pieces<Alignment>(Piece::kAtOnce, rank, threads, to, from, bytes);
    return goes_on ? cuda::async_contract_fulfillment::async
                   : cuda::async_contract_fulfillment::none;
  }
  if (Alignment < 16)
    copy_pieces<Alignment>(Piece::kOfBarrier, rank, threads, to, from, bytes,
                           barrier.gridlock_words());
  else if (rank == 0)
    copy_pieces<Alignment>(Piece::kOfBarrier, 0, 1, to, from, bytes,
                           barrier.gridlock_words());
  return cuda::async_contract_fulfillment::async;
}

}  // namespace shim
}  // namespace gridlock::sim
