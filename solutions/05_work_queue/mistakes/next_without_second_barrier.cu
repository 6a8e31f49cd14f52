// expect: data_race
// The reads of this call do not wait for its write.
// overlay

__device__ WorkItem WorkQueue::next() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == 0) item = draw();
  return item;
}
