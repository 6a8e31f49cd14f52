// expect: bad_access
// Between the look and the ticket another block draws the last item.
// overlay

__device__ WorkItem WorkQueue::draw() {
  if (*static_cast<volatile unsigned long long*>(&current) >= total)
    return WorkItem::none();
  return items[atomicAdd(&current, 1ull)];
}
