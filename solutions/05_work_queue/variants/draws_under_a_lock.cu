// No atomic on the index: a lock guards it, with a fence at either end.
// overlay

__device__ int queue_mutex = 0;

__device__ WorkItem WorkQueue::draw() {
  while (atomicCAS(&queue_mutex, 0, 1) != 0) {
  }
  __threadfence();
  const unsigned long long index = current;
  if (index < total) current = index + 1;
  __threadfence();
  atomicExch(&queue_mutex, 0);
  return index < total ? items[index] : WorkItem::none();
}
