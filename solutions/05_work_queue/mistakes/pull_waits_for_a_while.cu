// expect: wrong_result
// pull() polls 2^14 times whether the item of its place is there; then it returns none.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    const volatile unsigned long long* taken = &pushed;
    for (int looks = 0; looks < 1 << 14; ++looks) {
      unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
      if (place >= *taken) break;
      if (*static_cast<volatile int*>(&ready[place]) == 0) continue;
      __threadfence();
      if (atomicCAS(&current, place, place + 1) != place) continue;
      item = items[place];
      break;
    }
  }
  // ...
}
