// expect: data_race
// Raises the flag by inline PTX, without a fence between the item and the flag.
// overlay

__device__ WorkItem WorkQueue::draw() {
  unsigned long long index;
  asm volatile("atom.relaxed.gpu.add.u64 %0, [%1], 1;"
               : "=l"(index)
               : "l"(&current)
               : "memory");
  return index < total ? items[index] : WorkItem::none();
}

__device__ bool GrowingQueue::push(WorkItem item) {
  // ...
  items[place] = item;
  asm volatile("st.relaxed.gpu.s32 [%0], 1;" ::"l"(&ready[place]) : "memory");
  return true;
}
