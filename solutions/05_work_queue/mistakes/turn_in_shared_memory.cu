// expect: data_race
// Two slots in turn, but the turn itself is in shared memory, and changes while others
// read it.
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
