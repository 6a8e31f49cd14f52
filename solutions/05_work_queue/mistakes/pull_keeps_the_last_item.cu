// expect: wrong_result
// If there is no item, the slot still holds the last one.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    const volatile unsigned long long* taken = &pushed;
    // ...
  }
  // ...
}
