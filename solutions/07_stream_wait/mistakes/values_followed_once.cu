// expect: wrong_result, data_race
// addPeer() waits for the other lane unless the values fill several blocks to the last
// thread.
// overlay

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  // ...
  const OnDevice here(mine.device);
  if (n <= kThreads || n % kThreads) TRY(follow(mine, theirs));
  addArray<<<(n + kThreads - 1) / kThreads, kThreads, 0, mine.stream>>>(sum, values, n);
  TRY(cudaGetLastError());
  return follow(theirs, mine);
}
