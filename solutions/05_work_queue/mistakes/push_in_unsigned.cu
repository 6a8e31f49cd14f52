// expect: bad_access, wrong_result, no_progress, deadlock, data_race
// The place is an unsigned: after 2^32 pushes it starts at 0 again.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned place = *static_cast<volatile unsigned long long*>(&pushed);
  for (;;) {
    // ...
  }
  // ...
}
