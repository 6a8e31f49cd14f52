// expect: wrong_result
// next() draws the following item in advance and keeps it for the block; a caller that
// draws from the queue in another way never gets it.
// overlay

__device__ WorkItem WorkQueue::next() {
  __shared__ WorkItem kept[2];
  __shared__ int calls;
  __shared__ const WorkQueue* of;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (of != this) {
      of = this;
      calls = 0;
      kept[0] = draw();
    } else {
      calls = 1 - calls;
    }
    kept[1 - calls] = draw();
  }
  __syncthreads();
  return kept[calls];
}
