// expect: data_race
// atomicAdd_block() is atomic for the threads of one block only.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd_block(&current, 1ull);
  return index < total ? items[index] : WorkItem::none();
}
