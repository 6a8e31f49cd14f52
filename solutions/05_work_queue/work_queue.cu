// Lab 05: the work queue
//
// Some items take long, some are done at once, and you cannot know beforehand which.  So
// no block gets its share in advance: each fetches an item, works, and fetches the next.
//
// Given   work_queue.cuh: WorkItem, WorkQueue, GrowingQueue, Chunk; work() and Ledger
// Use     __syncthreads() and its relatives, __shared__, atomics or cuda::atomic_ref,
//         __threadfence(), volatile
// Change  what the lines marked TODO ask for
// Check   ./gridlock check 5        Hint   ./gridlock hint 5

#include "work_queue.cuh"

// ---- 5a: one item at a time --------------------------------------------------------

// An item's id and steps are never negative.
__host__ __device__ WorkItem WorkItem::none() {
  // BEGIN SOLUTION
  //# return WorkItem{0, 0};  // TODO 1: which item is none?
  return WorkItem{-1, 0};
  // END SOLUTION
}

__host__ __device__ bool WorkItem::isNone() const {
  // BEGIN SOLUTION
  //# return false;  // And how do you recognize it?
  return id < 0;
  // END SOLUTION
}

// Makes this the queue of new_items[0..count), whatever it was before.  One thread calls
// it, or the host on a copy of its own.
__host__ __device__ void WorkQueue::fill(const WorkItem* new_items,
                                         unsigned long long count) {
  // BEGIN SOLUTION
  //# // TODO 2: there are three members, and none may keep its old value.
  items = new_items;
  total = count;
  current = 0;
  // END SOLUTION
}

// Hands out the next item to the calling thread, which may be any thread of a block;
// none() if there are no more, however often it is called.
__device__ WorkItem WorkQueue::draw() {
  // BEGIN SOLUTION
  //# // TODO 3: which instruction reads `current` and advances it in one step?  And how
  //# // many bits does the index need on its way to items[]?
  //# return WorkItem::none();
  const unsigned long long index = atomicAdd(&current, 1ull);
  return index < total ? items[index] : WorkItem::none();
  // END SOLUTION
}

// Hands out the next item to the block: all of its threads call this and get the same
// item.  The caller puts a barrier between this call and its next one, of fetch() or of
// next().
__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;  // One per block; all of its threads get a reference to it.
  // BEGIN SOLUTION
  //# // TODO 4: thread 0 draws for the block.  When may the others look?
  if (threadIdx.x == 0) item = draw();
  __syncthreads();  // Orders thread 0's write of the item before all threads' reads.
  // END SOLUTION
  return item;
}

// Works off the queue: calls work(item, ledger) once for every item, with all threads of
// the block that fetched it.
__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  // BEGIN SOLUTION
  //# // TODO 5: fetch until no item is left.  What does fetch() require of its caller?
  for (;;) {
    const WorkItem item = queue->fetch();
    __syncthreads();  // Orders all reads of the item before thread 0's next write.
    if (item.isNone()) return;
    work(item, ledger);
  }
  // END SOLUTION
}

// ---- 5b: without a duty for the caller ---------------------------------------------

// Like fetch(), but the caller needs no barrier: it may call this, or fetch(), at once.
__device__ WorkItem WorkQueue::next() {
  // BEGIN SOLUTION
  //# // TODO 6: two barriers per call, that of fetch() included, if you call it.  What
  //# // does each of them order before what?
  //# return WorkItem::none();
  __shared__ WorkItem item;
  __syncthreads();  // Orders the reads of the last call before the write of this one.
  if (threadIdx.x == 0) item = draw();
  __syncthreads();  // Orders the write before the reads of this call.
  return item;
  // END SOLUTION
}

// ---- 5c: fewer waits, fewer tickets ------------------------------------------------

// Like workOff(), but a block draws its next item before it works on the current one, so
// that work and round trip overlap.  One barrier per item is enough; more are no mistake.
__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  // BEGIN SOLUTION
  //# // TODO 7: there are two items now, the current one and the next.  Where does
  //# // thread 0 put the next one, so that no thread is still reading from there?
  __shared__ WorkItem slot[2];
  if (threadIdx.x == 0) slot[0] = queue->draw();
  for (int turn = 0;; turn = 1 - turn) {
    // Orders the write of slot[turn] before its reads, and the reads of the other slot, a
    // turn ago, before the next write of it.
    __syncthreads();
    const WorkItem item = slot[turn];
    if (item.isNone()) return;

    WorkItem following;
    if (threadIdx.x == 0) following = queue->draw();
    work(item, ledger);
    if (threadIdx.x == 0) slot[1 - turn] = following;
  }
  // END SOLUTION
}

// Hands out several items at a time to the calling thread, which may be any thread of a
// block: guidedShare() of those that remain when it takes them; an empty chunk if none
// remains.
__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  // BEGIN SOLUTION
  //# // TODO 8: the size depends on `current`, which other blocks may change meanwhile.
  //# // Which atomic tells you whether they have?
  //# return Chunk{0, 0};
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    const unsigned long long end = begin + guidedShare(total - begin, blocks);
    const unsigned long long found = atomicCAS(&current, begin, end);
    if (found == begin) return Chunk{begin, end};
    begin = found;  // Another thread was faster: fewer items remain now.
  }
  return Chunk{total, total};
  // END SOLUTION
}

// ---- 5d: work that makes work (a challenge) ----------------------------------------

// Adds an item, or returns false if all places have been taken: none is used twice.  Any
// thread may call it, while others push and pull.
__device__ bool GrowingQueue::push(WorkItem item) {
  // BEGIN SOLUTION
  //# // TODO 9: take a place, put the item there, say that it is there.  In which order,
  //# // and what keeps these in order?
  //# return false;
  unsigned long long place = *static_cast<volatile unsigned long long*>(&pushed);
  for (;;) {
    if (place >= capacity) return false;
    const unsigned long long found = atomicCAS(&pushed, place, place + 1);
    if (found == place) break;
    place = found;
  }
  items[place] = item;
  __threadfence();  // Release: the item, then its flag.  Pairs with A.
  atomicExch(&ready[place], 1);
  return true;
  // END SOLUTION
}

// Like next(): returns an item, or none() if every place taken before has been drawn.  Of
// calls that overlap, either may count as the earlier one.  A place counts from when
// push() takes it: pull() waits until its item is there.  After a barrier of the block,
// pull() counts what any thread of the block had pushed before that barrier.
__device__ WorkItem GrowingQueue::pull() {
  // BEGIN SOLUTION
  //# // TODO 10: a ticket that is drawn too early is lost.  So look first; but what if
  //# // another block is faster?
  //# // TODO 11: the place is taken, but is the item there?  Why does this wait end,
  //# // however large the grid is?
  //# return WorkItem::none();
  __shared__ WorkItem item;
  __syncthreads();  // Orders the reads of the last call before the writes of this one.
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    const volatile unsigned long long* taken = &pushed;
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    while (place < *taken) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      if (found != place) {
        place = found;
        continue;
      }
      // The thread that pushes the item has taken the place, and does not wait.
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      __threadfence();  // A.  Acquire: the flag, then the item.
      item = items[place];
      break;
    }
  }
  __syncthreads();  // Orders thread 0's write of the item before all threads' reads.
  return item;
  // END SOLUTION
}

// ---- 5e: refilled by the host (a challenge; lab 06 explains streams) ---------------

// The host turns the queue at `queue`, in device memory, into the queue of
// items[0..count), which is in device memory as well.  Kernels launched in the stream
// before may still draw from the old queue; those launched next draw from the new one,
// however many of these calls are still pending.  May wait for the stream.  Returns the
// error of the CUDA call that failed, or cudaSuccess.
__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  // BEGIN SOLUTION
  //# // TODO 12: fill a queue here, and have it copied when its turn in the stream comes.
  //# return cudaSuccess;
  WorkQueue filled;
  filled.fill(items, count);
  return cudaMemcpyAsync(queue, &filled, sizeof filled, cudaMemcpyHostToDevice, stream);
  // END SOLUTION
}
