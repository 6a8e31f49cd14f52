// A seqlock with relaxed payload: the reader looks at the sequence number before and
// after it reads, and a fence must lie before it looks again.
#include <cuda/atomic>

#include "cases.h"

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ int seq, data[2];

template <bool reader_fences>
__global__ void work(int* bad) {
  using namespace cuda;
  if (blockIdx.x == 0) {
    for (int v = 1; v <= 2; ++v) {
      Word(seq).store(2 * v - 1, memory_order_relaxed);
      atomic_thread_fence(memory_order_release, thread_scope_device);
      Word(data[0]).store(v, memory_order_relaxed);
      Word(data[1]).store(v, memory_order_relaxed);
      Word(seq).store(2 * v, memory_order_release);
    }
  } else {
    for (int tries = 0; tries < 2; ++tries) {
      int s = Word(seq).load(memory_order_acquire);
      int a = Word(data[0]).load(memory_order_relaxed),
          b = Word(data[1]).load(memory_order_relaxed);
      if (reader_fences) atomic_thread_fence(memory_order_acquire, thread_scope_device);
      const int again = Word(seq).load(memory_order_relaxed);  // $again
      if (s % 2 == 0 && again == s && (a != b || a != s / 2)) atomicAdd(bad, 1);
    }
  }
}

template <bool reader_fences>
int read_while_written() {
  int* bad = zeros<int>();
  work<reader_fences><<<2, 1>>>(bad);
  return !holds(bad, {0});
}

// schedules: 1000
CASE(with_both_fences, passed) { return read_while_written<true>(); }

// schedules: 1000
// missing: before the read in line $again only if a __threadfence() precedes
CASE(reader_without_fence, advice missing_acquire_fence) {
  return read_while_written<false>();
}
