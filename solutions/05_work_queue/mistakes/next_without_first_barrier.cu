// expect: data_race
// unsaid: next round's
// says: for all threads
// Two calls at once: thread 0 writes the slot while another thread still reads it.
// overlay

__device__ WorkItem WorkQueue::next() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) item = draw();
  // ...
}
