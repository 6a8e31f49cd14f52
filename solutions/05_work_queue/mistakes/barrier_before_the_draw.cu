// expect: data_race
// The barrier of fetch() stands on the wrong side of the write.
// overlay

__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == 0) item = draw();
  return item;
}
