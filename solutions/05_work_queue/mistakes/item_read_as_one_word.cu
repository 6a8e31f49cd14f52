// expect: bad_access
// draw() reads two integers as one word of 64 bits, but they may not be aligned for
// that.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd(&current, 1ull);
  if (index >= total) return WorkItem::none();
  const long long word = reinterpret_cast<const long long*>(items)[index];
  return WorkItem{int(word), int(word >> 32)};
}
