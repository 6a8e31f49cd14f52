// Many small differences: atomics instead of volatile reads, both barriers after the
// draw, a refused push that counts, cudaMemcpyDefault.
// overlay

__host__ __device__ WorkItem WorkItem::none() { return WorkItem{-1, -1}; }
__host__ __device__ bool WorkItem::isNone() const { return id == -1; }

__device__ WorkItem WorkQueue::draw() {
  unsigned long long i = atomicAdd(&current, 1);
  if (i < total) return items[i];
  return WorkItem::none();
}

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  WorkItem item = queue->fetch();
  while (!item.isNone()) {
    work(item, ledger);
    __syncthreads();
    item = queue->fetch();
  }
}
__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue q;
  q.fill(items, count);
  return cudaMemcpyAsync(queue, &q, sizeof(q), cudaMemcpyDefault, stream);
}
__device__ WorkItem WorkQueue::next() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) item = draw();
  __syncthreads();
  WorkItem mine = item;
  __syncthreads();
  return mine;
}
__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem s[2];
  int cur = 0;
  if (threadIdx.x == 0) s[0] = queue->draw();
  __syncthreads();
  while (!s[cur].isNone()) {
    if (threadIdx.x == 0) s[cur ^ 1] = queue->draw();
    work(s[cur], ledger);
    __syncthreads();
    cur ^= 1;
  }
}
__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long old = atomicAdd(&current, 0), assumed;
  unsigned long long n;
  do {
    assumed = old;
    if (assumed >= total) return Chunk{0, 0};
    n = max(1ull, (total - assumed) / (2 * blocks));
    old = atomicCAS(&current, assumed, assumed + n);
  } while (old != assumed);
  return Chunk{assumed, assumed + n};
}
__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long p = atomicAdd(&pushed, 1);
  if (p >= capacity) return false;
  items[p] = item;
  __threadfence();
  atomicAdd(&ready[p], 1);
  return true;
}
__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    unsigned long long c = atomicAdd(&current, 0);
    while (c < min(atomicAdd(&pushed, 0), capacity)) {
      unsigned long long old = atomicCAS(&current, c, c + 1);
      if (old == c) {
        while (atomicAdd(&ready[c], 0) == 0);
        __threadfence();
        item = items[c];
        break;
      }
      c = old;
    }
  }
  __syncthreads();
  WorkItem mine = item;
  __syncthreads();
  return mine;
}
