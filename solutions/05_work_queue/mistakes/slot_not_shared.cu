// expect: wrong_result
// Without __shared__ each thread has its own slot, and all but one stay empty.
// overlay

__device__ WorkItem WorkQueue::next() {
  WorkItem item = WorkItem::none();
  __syncthreads();
  if (threadIdx.x == 0) item = draw();
  // ...
}
