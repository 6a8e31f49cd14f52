// expect: data_race
// Reads the number of taken places plainly, while others take more.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    const unsigned long long* taken = &pushed;
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    // ...
  }
  // ...
}
