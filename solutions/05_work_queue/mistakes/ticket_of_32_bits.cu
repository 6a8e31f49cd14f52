// expect: bad_access
// Draws from the lower half of the index, which never carries into the upper half.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned index = atomicAdd(reinterpret_cast<unsigned*>(&current), 1u);
  return index < total ? items[index] : WorkItem::none();
}
