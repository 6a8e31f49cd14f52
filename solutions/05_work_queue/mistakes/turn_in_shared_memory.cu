// expect: data_race
// Two slots in turn, but whose turn it is stands in one, and is changed while others
// read.
// overlay

__device__ WorkItem WorkQueue::next() {
  __shared__ WorkItem slot[2];
  __shared__ unsigned turn;
  if (threadIdx.x == 0) {
    turn = ~turn & 1;
    slot[turn] = draw();
  }
  __syncthreads();
  return slot[turn];
}
