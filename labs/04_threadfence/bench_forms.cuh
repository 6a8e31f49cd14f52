// Given for lab 04's experiment: the forms of order that it times.  A form has
//
//   plain(word, i)       step i on a word, without the order
//   order(word, i)       the same with the order; the values that both return are summed
//   after(count, last)   the word's value, 0 at first, after `count` steps, of which the
//                        last was step `last`
//   sum(count)           the sum of the values that these steps returned
//   raise(flag)          raises the flag, ordered after everything before it
//   wait(flag)           waits for the flag, ordered before everything after it
//   kFar                 whether it reaches another block
//
// The forms are CUDA's and libcu++'s.  `cuobjdump -sass` shows what nvcc makes of them:
// __threadfence() and a sequentially consistent fence are the same.

#pragma once

#include <cuda/atomic>

namespace forms {

using Scope = cuda::thread_scope;

// A flag or a word; its accesses are relaxed unless an order is given.
template <Scope kScope>
using Ref = cuda::atomic_ref<int, kScope>;

// A form whose order comes from a call of `Fence::fence()`.
template <class Fence, Scope kScope>
struct ByFence {
  static constexpr bool kFar = kScope != cuda::thread_scope_block;

  __device__ static int plain(int*, int) { return 0; }
  __device__ static int order(int*, int) {
    Fence::fence();
    return 0;
  }
  __device__ static void raise(int* flag) {
    Fence::fence();  // Release.  Pairs with wait().
    Ref<kScope>(*flag).store(1, cuda::memory_order_relaxed);
  }
  __device__ static void wait(int* flag) {
    while (Ref<kScope>(*flag).load(cuda::memory_order_relaxed) == 0) {
    }
    Fence::fence();  // Acquire.  Pairs with raise().
  }
  __device__ static int after(int, int) { return 0; }
  __device__ static int sum(int) { return 0; }
};

struct Threadfence : ByFence<Threadfence, cuda::thread_scope_device> {
  __device__ static void fence() { __threadfence(); }
};

struct ThreadfenceBlock : ByFence<ThreadfenceBlock, cuda::thread_scope_block> {
  __device__ static void fence() { __threadfence_block(); }
};

struct ThreadfenceSystem : ByFence<ThreadfenceSystem, cuda::thread_scope_system> {
  __device__ static void fence() { __threadfence_system(); }
};

// A fence that acquires and releases, and nothing else.
template <Scope kScope>
struct AcqRel : ByFence<AcqRel<kScope>, kScope> {
  __device__ static void fence() {
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, kScope);
  }
};

// The order sits in the store and in the load.
struct ReleaseAcquire {
  static constexpr bool kFar = true;
  using Word = Ref<cuda::thread_scope_device>;

  __device__ static void raise(int* flag) {
    Word(*flag).store(1, cuda::memory_order_release);  // Pairs with wait().
  }
  __device__ static void wait(int* flag) {
    while (Word(*flag).load(cuda::memory_order_acquire) == 0) {  // Pairs with raise().
    }
  }
};

struct StoreRelease : ReleaseAcquire {
  __device__ static int plain(int* word, int i) {
    Word(*word).store(i, cuda::memory_order_relaxed);
    return 0;
  }
  __device__ static int order(int* word, int i) {
    Word(*word).store(i, cuda::memory_order_release);
    return 0;
  }
  __device__ static int after(int, int last) { return last; }
  __device__ static int sum(int) { return 0; }
};

struct LoadAcquire : ReleaseAcquire {
  __device__ static int plain(int* word, int) {
    return Word(*word).load(cuda::memory_order_relaxed);
  }
  __device__ static int order(int* word, int) {
    return Word(*word).load(cuda::memory_order_acquire);
  }
  __device__ static int after(int, int) { return 0; }
  __device__ static int sum(int) { return 0; }
};

// The result of the addition is unused; nvcc 13.0 fetches it nevertheless.
struct AddRelease : ReleaseAcquire {
  __device__ static int plain(int* word, int) {
    Word(*word).fetch_add(1, cuda::memory_order_relaxed);
    return 0;
  }
  __device__ static int order(int* word, int) {
    Word(*word).fetch_add(1, cuda::memory_order_release);
    return 0;
  }
  __device__ static void raise(int* flag) {
    Word(*flag).fetch_add(1, cuda::memory_order_release);  // Pairs with wait().
  }
  __device__ static int after(int count, int) { return count; }
  __device__ static int sum(int) { return 0; }
};

// The result of the addition is used, as for a ticket.
struct AddAcqRel : ReleaseAcquire {
  __device__ static int plain(int* word, int) {
    return Word(*word).fetch_add(1, cuda::memory_order_relaxed);
  }
  __device__ static int order(int* word, int) {
    return Word(*word).fetch_add(1, cuda::memory_order_acq_rel);
  }
  __device__ static void raise(int* flag) {
    Word(*flag).fetch_add(1, cuda::memory_order_acq_rel);  // Pairs with wait().
  }
  __device__ static void wait(int* flag) {
    while (Word(*flag).fetch_add(0, cuda::memory_order_acq_rel) == 0) {  // See raise().
    }
  }
  __device__ static int after(int count, int) { return count; }
  __device__ static int sum(int count) { return count * (count - 1) / 2; }
};

// A store and a load of libcu++ without an explicit order.
struct SequentiallyConsistent {
  static constexpr bool kFar = true;
  using Word = Ref<cuda::thread_scope_device>;

  __device__ static void raise(int* flag) { Word(*flag).store(1); }  // Pairs with wait().
  __device__ static void wait(int* flag) {
    while (Word(*flag).load() == 0) {  // Pairs with raise().
    }
  }
};

}  // namespace forms
