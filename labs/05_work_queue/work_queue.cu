// Lab 05: the work queue
//
// Some items take long, some are done at once, and nobody knows beforehand.  So no block
// gets its share in advance: each fetches an item, works, and fetches the next one.
//
// Given   work_queue.cuh: WorkItem, WorkQueue, GrowingQueue, Chunk; work() and Ledger
// Use     __syncthreads() and its relatives, __shared__, atomics, __threadfence(),
//         volatile
// Change  what the lines marked TODO ask for
// Check   ./gridlock check 5        Hint   ./gridlock hint 5

#include "work_queue.cuh"

// ---- 5a: one item at a time --------------------------------------------------------

// An item's id and steps are never negative.
__host__ __device__ WorkItem WorkItem::none() {
  return WorkItem{0, 0};  // TODO 1: which item is none?
}

__host__ __device__ bool WorkItem::isNone() const {
  return false;  // And how does one tell?
}

// Makes this the queue of new_items[0..count), whatever it was.  One thread calls it, or
// the host on a copy of its own.
__host__ __device__ void WorkQueue::fill(const WorkItem* new_items,
                                         unsigned long long count) {
  // TODO 2: three members, and none may keep what was in it.
}

// Hands out the next item to the thread that calls, any of a block; none() if there are
// no more, however often it is asked.
__device__ WorkItem WorkQueue::draw() {
  // TODO 3: which instruction reads `current` and moves it on in one step?  And how
  // many bits does the index need on its way to items[]?
  return WorkItem::none();
}

// Hands out the next item to the block: all of its threads call this and get the same.
// Between two calls the caller puts a barrier.
__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;  // The block has one; who reads it gets a reference.
  // TODO 4: thread 0 draws for the block.  When may the others look?
  return item;
}

// Works off the queue: work(item, ledger) with every item, once, by all threads of the
// block that fetched it.
__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  // TODO 5: fetch until there is no more.  What does fetch() ask of its caller?
}

// The host makes the queue at `queue`, on the device, that of items[0..count), which is
// on the device as well.  What was launched in the stream before may still draw from the
// old one; what is launched next draws from the new one, however many of these calls are
// still on their way.  Returns what the call said.
__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  // TODO 6: fill a queue here, and let its copy take its turn.
  return cudaSuccess;
}

// ---- 5b: without a duty for the caller ---------------------------------------------

// As fetch(), but the caller owes nothing: it may call this again at once.
__device__ WorkItem WorkQueue::next() {
  // TODO 7: two barriers a call.  What does each of them order before what?
  return WorkItem::none();
}

// ---- 5c: fewer waits, fewer tickets ------------------------------------------------

// As workOff(), but a block draws its next item before it works on the one it has, so
// that the answer travels meanwhile.  One barrier an item is enough.
__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  // TODO 8: there are two items now, one in work and one to come.  Where does
  // thread 0 put the second one, so that nobody still reads from there?
}

// Hands out several items at a time to the thread that calls, any of a block: of those
// that remain at this moment one in 2 * blocks, rounded down, but one at least; an empty
// chunk if none remains.
__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  // TODO 9: the size depends on `current`, and `current` changes under your hands.
  // Which atomic says whether it has?
  return Chunk{0, 0};
}

// ---- 5d: work that makes work ------------------------------------------------------

// Adds an item, or returns false if all places are taken.  Any thread may call it, while
// others push and pull.
__device__ bool GrowingQueue::push(WorkItem item) {
  // TODO 10: take a place, put the item there, say that it is there.  In which order,
  // and what keeps it?
  return false;
}

// As next(): an item, or none() if every place that is taken at this moment is drawn.  An
// item whose push is under way counts, and is waited for.  What one thread of the block
// has pushed counts for the others from the next barrier on.
__device__ WorkItem GrowingQueue::pull() {
  // TODO 11: a ticket that is drawn too early is lost.  So look first; and what if
  // another block is faster?
  // TODO 12: the place is taken, but is the item there?  Why does this wait come to
  // an end, however large the grid is?
  return WorkItem::none();
}
