// expect: data_race
// The barrier stands before the fetch alone: a fetch() right behind it writes the slot
// that others still read.
// overlay

__device__ WorkItem WorkQueue::next() {
  __syncthreads();
  return fetch();
}
