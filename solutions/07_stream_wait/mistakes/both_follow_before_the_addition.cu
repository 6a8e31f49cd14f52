// expect: data_race, wrong_result
// says: (called in line
// Both lanes have followed each other before the addition is launched.
// overlay

cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values, int n) {
  // ...
  TRY(follow(mine, theirs));
  TRY(follow(theirs, mine));
  addArray<<<(n - 1) / kThreads + 1, kThreads, 0, mine.stream>>>(sum, values, n);
  return cudaGetLastError();
}
