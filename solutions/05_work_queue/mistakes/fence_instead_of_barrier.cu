// expect: data_race
// A fence does not wait: the other threads read too early.
// overlay

__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) {
    item = draw();
    __threadfence_block();
  }
  return item;
}
