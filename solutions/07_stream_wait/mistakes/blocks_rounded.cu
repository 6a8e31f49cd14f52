// expect: wrong_result
// The number of blocks is rounded to the nearest.
// overlay

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  // ...
  TRY(follow(mine, theirs));
  addArray<<<std::max(1, (n + kThreads / 2) / kThreads), kThreads, 0, mine.stream>>>(
      sum, values, n);
  TRY(cudaGetLastError());
  return follow(theirs, mine);
}
