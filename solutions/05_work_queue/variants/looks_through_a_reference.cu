// expect: passed
// Volatile reads through references to volatile, made by casts.
// overlay

template <class Word>
__device__ Word look(const Word& word) {
  return const_cast<const volatile Word&>(word);
}

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long place = look(pushed);
  for (;;) {
    // ...
  }
  // ...
}

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    unsigned long long place = look(current);
    while (place < look(pushed)) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      if (found != place) {
        // ...
      }
      while ((const volatile int&)ready[place] == 0) {
      }
      __threadfence();
      // ...
    }
  }
  // ...
}
