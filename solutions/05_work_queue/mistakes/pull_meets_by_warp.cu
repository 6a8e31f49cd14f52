// expect: data_race
// The first barrier is one of each warp: thread 0 may write the next item while another
// warp still reads the last.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  __syncwarp();
  if (threadIdx.x == 0) {
    // ...
  }
  // ...
}
