// Given for lab 05: what the queues hold, how they lie in memory, and what is done with
// an item.  You do not change this file.

#pragma once

#include <cuda_runtime.h>

// ---- Work --------------------------------------------------------------------------

// One piece of work, for one block.
struct WorkItem {
  int id;     // 0 or greater.
  int steps;  // The amount of work: 0 or greater.

  static __host__ __device__ WorkItem none();  // No work: unlike every item.
  __host__ __device__ bool isNone() const;     // Whether this is none().
};

__host__ __device__ inline int stepsOf(int id) { return 1 + id * 7 % 5; }

// The record that work() keeps of the items 0, 1, ..., `items` - 1.
struct Ledger {
  int items;
  unsigned* handed;  // One word per item and thread; see work().
  int* strays;       // How often a thread was handed something that is not an item.
  int pace;          // Makes the work longer: by 8 cycles for each of its steps.

  // If `index` is not null, index_seen gets *index as each thread begins an item.
  const volatile unsigned long long* index;
  unsigned long long* index_seen;
};

// Does the work.  All threads of a block call it, with the same item.
__device__ inline void work(WorkItem item, const Ledger& ledger);

#ifndef WORK_TAKES_TIME  // The experiment on lengths has another one.

__device__ inline void work(WorkItem item, const Ledger& ledger) {
  if (item.id < 0 || item.id >= ledger.items || item.steps != stepsOf(item.id)) {
    atomicAdd(ledger.strays, 1);
    return;
  }
  const size_t place = size_t(item.id) * blockDim.x + threadIdx.x;
  if (ledger.index) ledger.index_seen[place] = *ledger.index;
  if (ledger.pace > 0) {
    // The compiler would drop a counting loop, even one on a volatile variable.
    const long long cycles = 8ll * item.steps * ledger.pace, begin = clock64();
    while (clock64() - begin < cycles) {
    }
  }
  atomicAdd(&ledger.handed[place],
            256 * (blockIdx.x + 1) + 1);  // The block's number, and a count of 1.
}

#endif

// ---- The queues --------------------------------------------------------------------

// The items of an array with indices from `begin` to `end` - 1; none if the two are
// equal.
struct Chunk {
  unsigned long long begin, end;
};

// How many items the next chunk has if `left` of them, 1 or more, remain for so many
// blocks: half of a fair share, but at least one.
__host__ __device__ inline unsigned long long guidedShare(unsigned long long left,
                                                          unsigned blocks) {
  const unsigned long long half = left / (2ull * blocks);
  return half > 1 ? half : 1;
}

// Hands out the items of an array.  The object and the array are in global memory; no
// items are added while threads draw.  work_queue.cu says what the functions promise.
struct WorkQueue {
  const WorkItem* items;
  unsigned long long total;    // Number of items: items[0..total) ...
  unsigned long long current;  // ... this is the next one to hand out.

  __host__ __device__ void fill(const WorkItem* new_items, unsigned long long count);
  __device__ WorkItem draw();
  __device__ const WorkItem& fetch();
  __device__ WorkItem next();
  __device__ Chunk nextChunk(unsigned blocks);
};

// A queue that grows while it is drawn from.  It starts with
//
//   items     `capacity` items, uninitialized but for the first `pushed`
//   ready     `capacity` flags: 1 for the first `pushed` of them, 0 for the others
//   pushed    how many places are taken; a place, once taken, is not used again
//   current   0
//
// From then on only push() and pull() use `ready`, `pushed` and `current`: what these
// hold in between is yours to decide, such as which value other than 0 says that an item
// is there.
struct GrowingQueue {
  WorkItem* items;
  int* ready;
  unsigned long long capacity;
  unsigned long long pushed;
  unsigned long long current;

  __device__ bool push(WorkItem item);
  __device__ WorkItem pull();
};
