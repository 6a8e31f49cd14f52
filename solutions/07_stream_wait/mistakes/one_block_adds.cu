// expect: wrong_result
// addPeer() launches one block, and adds no more elements than it has threads.
// overlay

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  // ...
  TRY(follow(mine, theirs));
  addArray<<<1, kThreads, 0, mine.stream>>>(sum, values, n);
  TRY(cudaGetLastError());
  return follow(theirs, mine);
}
