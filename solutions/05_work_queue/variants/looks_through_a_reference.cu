// expect: passed
// Volatile reads by way of references to volatile, which casts make.
// overlay

template <class Word>
__device__ Word look(const Word& word) {
  return const_cast<const volatile Word&>(word);
}

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long place = look(pushed);
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
    unsigned long long place = look(current);
    while (place < look(pushed)) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      if (found != place) {
        place = found;
        continue;
      }
      while ((const volatile int&)ready[place] == 0) {
      }
      __threadfence();
      item = items[place];
      break;
    }
  }
  __syncthreads();
  return item;
}
