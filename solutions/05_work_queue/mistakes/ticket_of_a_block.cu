// expect: data_race
// atomicAdd_block() is atomic only among the threads of one block.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd_block(&current, 1ull);
  return index < total ? items[index] : WorkItem::none();
}
