// expect: wrong_result
// next() keeps the queue of its first call: a block that draws from two queues gets the
// items of only one.
// overlay

__device__ int asked[2];
__device__ WorkQueue* kept;

__device__ WorkItem WorkQueue::next() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (atomicExch(&asked[0], 1) == 0) {
      kept = this;
      __threadfence();
      atomicExch(&asked[1], 1);
    }
    while (atomicAdd(&asked[1], 0) == 0) {
    }
    __threadfence();
    item = kept->draw();
  }
  __syncthreads();
  return item;
}
