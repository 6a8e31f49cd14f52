// The last thread of the block draws, in fetch() and in next().
// overlay

__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;
  if (threadIdx.x == blockDim.x - 1) item = draw();
  __syncthreads();
  return item;
}

__device__ WorkItem WorkQueue::next() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) item = draw();
  __syncthreads();
  return item;
}
