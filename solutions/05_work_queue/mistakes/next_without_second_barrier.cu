// expect: data_race
// The reads of this call do not wait for its write.
// overlay

__device__ WorkItem WorkQueue::next() {
  // ...
  if (threadIdx.x == 0) item = draw();
  return item;
}
