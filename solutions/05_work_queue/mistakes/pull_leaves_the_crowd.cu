// expect: wrong_result
// pull(): who has lost 32 times says that there is nothing.
#include "work_queue.cuh"

__host__ __device__ WorkItem WorkItem::none() {
  return WorkItem{-1, 0};
}

__host__ __device__ bool WorkItem::isNone() const {
  return id < 0;
}

__host__ __device__ void WorkQueue::fill(const WorkItem* new_items,
                                         unsigned long long count) {
  items = new_items;
  total = count;
  current = 0;
}

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd(&current, 1ull);
  return index < total ? items[index] : WorkItem::none();
}

__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) item = draw();
  __syncthreads();
  return item;
}

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  for (;;) {
    const WorkItem item = queue->fetch();
    __syncthreads();
    if (item.isNone()) return;
    work(item, ledger);
  }
}

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  return cudaMemcpyAsync(queue, &filled, sizeof filled, cudaMemcpyHostToDevice, stream);
}

__device__ WorkItem WorkQueue::next() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == 0) item = draw();
  __syncthreads();
  return item;
}

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem slot[2];
  if (threadIdx.x == 0) slot[0] = queue->draw();
  for (int turn = 0;; turn = 1 - turn) {
    __syncthreads();
    const WorkItem item = slot[turn];
    if (item.isNone()) return;

    WorkItem following;
    if (threadIdx.x == 0) following = queue->draw();
    work(item, ledger);
    if (threadIdx.x == 0) slot[1 - turn] = following;
  }
}

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    const unsigned long long share = (total - begin) / (2ull * blocks);
    const unsigned long long end = begin + (share > 1 ? share : 1);
    const unsigned long long found = atomicCAS(&current, begin, end);
    if (found == begin) return Chunk{begin, end};
    begin = found;
  }
  return Chunk{total, total};
}

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long place = *static_cast<volatile unsigned long long*>(&pushed);
  for (;;) {
    if (place >= capacity) return false;
    const unsigned long long found = atomicCAS(&pushed, place, place + 1);
    if (found == place) break;
    place = found;
  }
  items[place] = item;
  __threadfence();
  atomicExch(&ready[place], 1);
  return true;
}

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    const volatile unsigned long long* taken = &pushed;
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    for (int lost = 0; lost < 32 && place < *taken; ++lost) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      if (found != place) {
        place = found;
        continue;
      }
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      __threadfence();
      item = items[place];
      break;
    }
  }
  __syncthreads();
  return item;
}
