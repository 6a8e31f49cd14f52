// expect: data_race
// __syncwarp() waits for one warp; the second warp reads too early.
// overlay

__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) item = draw();
  __syncwarp();
  return item;
}
