// expect: data_race, wrong_result
// says: are two steps
// unsaid: a barrier of all blocks
// Tests the index, reads it again and writes it, in three statements and without atomics.
// overlay

__device__ WorkItem WorkQueue::draw() {
  if (current >= total) return WorkItem::none();
  const unsigned long long i = current;
  current = i + 1;
  __threadfence();
  if (i >= total) return WorkItem::none();
  return items[i];
}
