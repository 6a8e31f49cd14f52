// expect: api_error
// addPeer() launches a grid of no blocks when there is nothing to add.
// overlay

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  constexpr int kThreads = 128;
  const OnDevice here(mine.device);
  TRY(follow(mine, theirs));
  addArray<<<(n + kThreads - 1) / kThreads, kThreads, 0, mine.stream>>>(sum, values, n);
  TRY(cudaGetLastError());
  return follow(theirs, mine);
}
