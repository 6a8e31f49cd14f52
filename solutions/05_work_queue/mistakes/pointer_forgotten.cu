// expect: compile_error
// As printed: the number itself, where atomicAdd() wants to know where it is.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd(current, 1);
  return index < total ? items[index] : WorkItem::none();
}
