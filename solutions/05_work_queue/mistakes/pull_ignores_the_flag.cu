// expect: data_race, wrong_result
// says: does not look at ready[
// unsaid: No __syncthreads()
// A block takes a place and reads the item there without waiting for its flag.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    unsigned long long place = atomicAdd(&current, 0ull);
    while (place < atomicAdd(&pushed, 0ull)) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      if (found == place) {
        item = items[place];
        break;
      }
      place = found;
    }
  }
  __syncthreads();
  const WorkItem pulled = item;
  __syncthreads();
  return pulled;
}
