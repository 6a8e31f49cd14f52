// expect: compile_error
// As printed: size_t is unsigned long on Linux, and atomicAdd() has no such form.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index =
      atomicAdd(reinterpret_cast<size_t*>(&current), size_t(1));
  return index < total ? items[index] : WorkItem::none();
}
