// expect: compile_error
// As printed: passes the number itself, although atomicAdd() expects its address.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd(current, 1);
  return index < total ? items[index] : WorkItem::none();
}
