// expect: wrong_result
// If there is nothing, the slot still has in it what it had.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    const volatile unsigned long long* taken = &pushed;
    // ...
  }
  // ...
}
