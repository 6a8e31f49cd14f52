// expect: data_race, wrong_result
// A lock guards the index; a thread that does not get it after 20,000 polls goes on
// without it.
// overlay

__device__ int queue_mutex = 0;

__device__ WorkItem WorkQueue::draw() {
  for (int looks = 0; looks < 20000 && atomicCAS(&queue_mutex, 0, 1) != 0; ++looks) {
  }
  __threadfence();
  const unsigned long long index = current;
  if (index < total) current = index + 1;
  __threadfence();
  atomicExch(&queue_mutex, 0);
  return index < total ? items[index] : WorkItem::none();
}
