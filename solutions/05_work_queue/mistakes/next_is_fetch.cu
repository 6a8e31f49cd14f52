// expect: data_race
// A copy is made, but nothing keeps thread 0 from the next call until all have made
// theirs.
// overlay

__device__ WorkItem WorkQueue::next() { return fetch(); }
