// expect: data_race
// says: drops what it returns. Go on only if that is the value read
// unsaid: volatile pointer
// The atomicCAS fails in all threads but one, and all take the item.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = current;
  if (index >= total) return WorkItem::none();
  atomicCAS(&current, index, index + 1);
  return items[index];
}
