// expect: data_race
// Makes a copy, but nothing keeps thread 0 from starting the next call before all have
// made theirs.
// overlay

__device__ WorkItem WorkQueue::next() { return fetch(); }
