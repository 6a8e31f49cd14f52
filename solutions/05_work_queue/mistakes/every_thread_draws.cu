// expect: wrong_result
// Each thread draws an item of its own.
// overlay

__device__ WorkItem WorkQueue::next() { return draw(); }
